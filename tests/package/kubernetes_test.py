"""The example for Kubernetes says what the program and its image understand: settings, ports, paths, user, probes."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest

try:
    import yaml
except ImportError:
    print("needs PyYAML")
    sys.exit(77)

BIN = os.environ["STOREY_BIN"]
PACKAGING = pathlib.Path(os.environ["STOREY_SOURCE_DIR"]) / "packaging"
IMAGE = (PACKAGING / "container" / "Containerfile").read_text()
OBJECTS = list(yaml.safe_load_all((PACKAGING / "kubernetes" / "storey.yaml").read_text()))


def objects(kind):
    return [found for found in OBJECTS if found["kind"] == kind]


def pods():
    return [deployment["spec"]["template"] for deployment in objects("Deployment")]


def containers():
    return [container for pod in pods() for container in pod["spec"]["containers"]]


class KubernetesTest(unittest.TestCase):
    def test_what_it_sets_are_settings(self):
        """The program takes all of them, and prints them as what is in effect."""
        (settings,) = objects("ConfigMap")
        own = {entry["name"]: entry["value"] for container in containers() for entry in container.get("env", [])}
        named = {**settings["data"], **own}
        self.assertGreater(len(named), 5)
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, **named, "STOREY_DATA": folder}
            printed = subprocess.run([BIN, "config"], env=environment, capture_output=True, text=True, check=True).stdout
        effective = {}
        for name, value in tomllib.loads(printed).items():
            entries = value.items() if isinstance(value, dict) else [(None, value)]
            effective |= {"_".join(filter(None, ("STOREY", name, inner))).upper(): text for inner, text in entries}
        self.assertEqual({name: effective.get(name) for name in named}, named)

    def test_what_it_runs_are_commands(self):
        self.assertEqual([container["args"][0] for container in containers()], ["serve", "worker"])
        for container in containers():
            ran = subprocess.run([BIN, *container["args"], "--help"], capture_output=True, text=True, check=False)
            self.assertEqual(ran.returncode, 0, ran.stderr)

    def test_ports_are_those_of_the_image(self):
        exposed = set(map(int, re.search(r"EXPOSE (.*)", IMAGE)[1].split()))
        listened = {int(port) for port in re.findall(r"_LISTEN=\S+:(\d+)", IMAGE)}
        self.assertEqual(exposed, listened)
        for pod in pods():
            ports = {port["name"]: port["containerPort"] for port in pod["spec"]["containers"][0]["ports"]}
            self.assertLessEqual(set(ports.values()), exposed)
            self.assertEqual(pod["metadata"]["annotations"]["prometheus.io/port"], str(ports["metrics"]))

    def test_the_user_is_the_images(self):
        user, group = re.search(r"USER (\d+):(\d+)", IMAGE).groups()
        self.assertIn(f"--uid {user}", IMAGE)
        for pod in pods():
            context = pod["spec"]["securityContext"]
            self.assertEqual([context["runAsUser"], context["runAsGroup"], context["fsGroup"]],
                             [int(user), int(group), int(group)])

    def test_folders_are_those_of_the_package(self):
        data = re.search(r'^data = "(.*)"', (PACKAGING / "storey.toml").read_text(), re.MULTILINE)[1]
        self.assertIn(f"VOLUME {data}", IMAGE)
        self.assertIn(f"StateDirectory={data.removeprefix('/var/lib/')}", (PACKAGING / "systemd" / "storey.service").read_text())
        (settings,) = objects("ConfigMap")
        for pod in pods():
            volumes = {volume["name"] for volume in pod["spec"]["volumes"]}
            mounts = {mount["name"]: mount["mountPath"] for mount in pod["spec"]["containers"][0]["volumeMounts"]}
            self.assertEqual(set(mounts), volumes)
            self.assertEqual(mounts["data"], data)
            self.assertTrue(settings["data"]["STOREY_KEY_FILE"].startswith(mounts["keys"] + "/"))

    def test_names_refer_to_what_is_there(self):
        (settings,) = objects("ConfigMap")
        for deployment in objects("Deployment"):
            pod = deployment["spec"]["template"]
            self.assertEqual(deployment["spec"]["selector"]["matchLabels"], pod["metadata"]["labels"])
            sources = [source["configMapRef"]["name"] for source in pod["spec"]["containers"][0]["envFrom"]
                       if "configMapRef" in source]
            self.assertEqual(sources, [settings["metadata"]["name"]])
        (service,) = objects("Service")
        served = [pod for pod in pods() if service["spec"]["selector"].items() <= pod["metadata"]["labels"].items()]
        self.assertEqual(len(served), 1)
        self.assertIn(service["spec"]["ports"][0]["targetPort"],
                      [port["name"] for port in served[0]["spec"]["containers"][0]["ports"]])


if __name__ == "__main__":
    unittest.main()
