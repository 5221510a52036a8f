"""The parts that a fleet shares, started by the tests themselves on free ports: PostgreSQL and Ceph's S3 gateway."""

import contextlib
import datetime
import hashlib
import hmac
import json
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.parse
import urllib.request
import uuid
import xml.etree.ElementTree

PATIENCE = 300  # s


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition, what):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("waited in vain for " + what)


class Postgres:
    """A server of its own in a folder of its own. PostgreSQL refuses to run as root: then Debian's user runs it."""

    BIN = pathlib.Path("/usr/lib/postgresql/15/bin")

    def __init__(self, folder=None, **settings):
        if not (self.BIN / "postgres").exists():
            raise unittest.SkipTest("PostgreSQL 15 is not installed")
        self.folder = tempfile.mkdtemp(prefix="storey-postgres-", dir=folder)
        self.launcher = []
        user = pwd.getpwuid(os.getuid()).pw_name
        if os.getuid() == 0:
            user = "postgres"
            shutil.chown(self.folder, user, user)
            self.launcher = ["setpriv", "--reuid", user, "--regid", user, "--init-groups"]
        self.user = user
        self.data = pathlib.Path(self.folder) / "data"
        self.port = free_port()
        self.settings = {"fsync": "off", "max_connections": "200", **settings}
        self.log = open(pathlib.Path(self.folder) / "log", "ab")
        subprocess.run([*self.launcher, self.BIN / "initdb", "-D", self.data, "-A", "trust", "-E", "UTF8", "--locale=C",
                        "--no-sync", "-U", "storey"], stdout=self.log, stderr=self.log, check=True, cwd=self.folder)
        self.process = None
        self.start()

    def start(self):
        words = [*self.launcher, self.BIN / "postgres", "-D", self.data, "-p", str(self.port), "-k", self.folder,
                 "-c", "listen_addresses=127.0.0.1"]
        for name, value in self.settings.items():
            words += ["-c", f"{name}={value}"]
        self.process = subprocess.Popen(words, stdout=self.log, stderr=self.log, cwd=self.folder)
        wait_until(self.is_ready, "PostgreSQL")

    def is_ready(self):
        return subprocess.run([self.BIN / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)],
                              check=False).returncode == 0

    def kill_one_connection(self):
        """kill -9 of a process that serves a connection: the server breaks them all off and looks after its files. While it
        still does so after an earlier kill, it takes no question: then it is asked again."""
        wait_until(self.tried_to_kill, "a connection of PostgreSQL to kill")

    def tried_to_kill(self):
        try:
            rows = self.sql("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
                            " AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1")
        except subprocess.CalledProcessError:
            return False
        for (pid,) in rows:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        return True

    def start_if_down(self):
        """A server that cannot write its log of changes gives up."""
        if self.process.poll() is not None:
            self.start()

    def stop(self, how=signal.SIGINT):
        """SIGINT breaks connections off and writes everything to disk; SIGQUIT leaves that for the next start."""
        self.process.send_signal(how)
        self.process.wait(PATIENCE)

    def restart(self, how=signal.SIGINT):
        self.stop(how)
        self.start()

    def url(self, database="postgres"):
        return f"postgresql://storey@127.0.0.1:{self.port}/{database}"

    def sql(self, script, database="postgres"):
        """The rows, a list of texts each."""
        result = subprocess.run([self.BIN / "psql", "-X", "-q", "-A", "-t", "-F", "\x1f", "-v", "ON_ERROR_STOP=1", "-d",
                                 self.url(database), "-c", script], capture_output=True, text=True, check=True)
        return [line.split("\x1f") for line in result.stdout.splitlines()]

    def open(self, database="postgres"):
        """A connection, of which lines of SQL are written to and lines of results read from."""
        words = [self.BIN / "psql", "-AtqX", self.url(database)]
        return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.stop(signal.SIGQUIT)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        self.close()


class SmallDisk:
    """A file system of its own with little room, which can be filled."""

    def __init__(self, size):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="storey-disk-"))
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "tmpfs", self.folder],
                                 capture_output=True, check=False)
        if mounted.returncode != 0:
            self.folder.rmdir()
            raise unittest.SkipTest("no file system can be mounted: needs root")

    def fill(self):
        with open(self.folder / "filler", "wb", buffering=0) as filler, contextlib.suppress(OSError):
            while True:
                filler.write(bytes(1 << 16))

    def make_room(self):
        (self.folder / "filler").unlink()

    def close(self):
        subprocess.run(["umount", "--lazy", self.folder], check=False)
        self.folder.rmdir()


def presigned(method, url, access_key, secret_key, region="us-east-1"):
    """The address with a signature in its query: written for the tests, apart from the one that they test."""
    parts = urllib.parse.urlsplit(url)
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
    scope = f"{now[:8]}/{region}/s3/aws4_request"
    query = urllib.parse.parse_qsl(parts.query, keep_blank_values=True) + [
        ("X-Amz-Algorithm", "AWS4-HMAC-SHA256"), ("X-Amz-Credential", f"{access_key}/{scope}"), ("X-Amz-Date", now),
        ("X-Amz-Expires", "600"), ("X-Amz-SignedHeaders", "host")]
    text = "&".join(f"{urllib.parse.quote(k, safe='-_.~')}={urllib.parse.quote(v, safe='-_.~')}"
                    for k, v in sorted(query))
    request = f"{method}\n{parts.path}\n{text}\nhost:{parts.netloc}\n\nhost\nUNSIGNED-PAYLOAD"
    to_sign = f"AWS4-HMAC-SHA256\n{now}\n{scope}\n{hashlib.sha256(request.encode()).hexdigest()}"
    key = ("AWS4" + secret_key).encode()
    for step in (now[:8], region, "s3", "aws4_request"):
        key = hmac.digest(key, step.encode(), "sha256")
    signature = hmac.digest(key, to_sign.encode(), "sha256").hex()
    return f"{parts.scheme}://{parts.netloc}{parts.path}?{text}&X-Amz-Signature={signature}"


class CephStore:
    """Ceph's S3 gateway with one monitor and one store in memory, in a folder of its own."""

    ACCESS_KEY, SECRET_KEY = "STOREYTESTACCESSKEY", "storey/test+secret"

    def __init__(self):
        for program in ("ceph-mon", "ceph-osd", "radosgw", "ceph", "radosgw-admin", "monmaptool", "ceph-authtool"):
            if shutil.which(program) is None:
                raise unittest.SkipTest(f"{program} of Ceph is not installed")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="storey-ceph-"))
        self.processes = []
        self.log = open(self.folder / "log", "ab")
        try:
            self._make()
        except BaseException:
            self.close()
            raise

    def _run(self, *words):
        return subprocess.run([str(word) for word in words], cwd=self.folder, env=self.environment, stderr=self.log,
                              stdout=subprocess.PIPE, text=True, check=True, timeout=PATIENCE).stdout

    def _start(self, *words):
        self.processes.append(subprocess.Popen([str(word) for word in words], cwd=self.folder, env=self.environment,
                                               stdout=self.log, stderr=self.log))

    def _make(self):
        identity = str(uuid.uuid4())
        monitor, self.port = f"127.0.0.1:{free_port()}", free_port()
        folder = self.folder
        for name in ("mon", "osd", "rgw"):
            (folder / name).mkdir()
        (folder / "ceph.conf").write_text(f"""[global]
fsid = {identity}
mon initial members = a
mon host = v1:{monitor}
ms bind msgr2 = false
public addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
keyring = {folder}/keyring
run dir = {folder}
admin socket = {folder}/$name.$pid.asok
log file = {folder}/$name.log
mon data = {folder}/mon
osd data = {folder}/osd
rgw data = {folder}/rgw
osd objectstore = memstore
memstore device bytes = 4294967296
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd crush chooseleaf type = 0
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
mon osd full ratio = 0.99
rgw enable usage log = false
rgw bucket quota ttl = 1
rgw gc obj min wait = 10
rgw gc processor period = 10
rgw dynamic resharding = false
""")
        self.environment = {**os.environ, "CEPH_CONF": str(folder / "ceph.conf")}
        self._run("ceph-authtool", "--create-keyring", "keyring", "--gen-key", "-n", "mon.", "--cap", "mon", "allow *")
        self._run("ceph-authtool", "keyring", "--gen-key", "-n", "client.admin", "--cap", "mon", "allow *", "--cap", "osd",
                  "allow *", "--cap", "mgr", "allow *", "--cap", "mds", "allow *")
        self._run("monmaptool", "--create", "--addv", "a", f"[v1:{monitor}]", "--fsid", identity, "monmap")
        self._run("ceph-mon", "--mkfs", "-i", "a", "--monmap", "monmap", "--keyring", "keyring")
        self._start("ceph-mon", "-i", "a", "-f")
        unit = str(uuid.uuid4())
        secret = self._run("ceph-authtool", "--gen-print-key").strip()
        (folder / "secrets.json").write_text(json.dumps({"cephx_secret": secret}))
        self._run("ceph", "osd", "new", unit, "-i", "secrets.json")
        self._run("ceph-authtool", "--create-keyring", "osd/keyring", "--name", "osd.0", "--add-key", secret)
        self._run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", unit, "--keyring", "osd/keyring")
        self._start("ceph-osd", "-i", "0", "-f", "--keyring", "osd/keyring")
        self._run("ceph", "auth", "get-or-create", "client.rgw", "mon", "allow rw", "osd", "allow rwx", "-o",
                  "rgw/keyring")
        wait_until(lambda: json.loads(self._run("ceph", "osd", "stat", "-f", "json"))["num_up_osds"] == 1, "Ceph's store")
        self._start_gateway()
        self._run("radosgw-admin", "user", "create", "--uid=storey", "--display-name=Storey",
                  f"--access-key={self.ACCESS_KEY}", f"--secret={self.SECRET_KEY}")

    def _start_gateway(self):
        self._start("radosgw", "-n", "client.rgw", "-f", "--keyring", "rgw/keyring",
                    f"--rgw-frontends=beast endpoint=127.0.0.1:{self.port}")
        wait_until(self._answers, "Ceph's gateway")

    def restart_gateway(self):
        """kill -9 and start again; what is stored lies behind it."""
        gateway = self.processes.pop()
        gateway.kill()
        gateway.wait()
        self._start_gateway()

    def _answers(self):
        with contextlib.suppress(OSError):
            return urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=5).status == 200
        return False

    @property
    def endpoint(self):
        return f"http://127.0.0.1:{self.port}"

    def request(self, method, path, body=None):
        url = presigned(method, self.endpoint + path, self.ACCESS_KEY, self.SECRET_KEY)
        return urllib.request.urlopen(urllib.request.Request(url, body, method=method), timeout=PATIENCE)

    def url(self, bucket, endpoint=None):
        """For blobs.url; makes the bucket."""
        self.request("PUT", f"/{bucket}").close()
        return f"s3://{bucket}?endpoint={endpoint or self.endpoint}"

    def fill(self, bucket):
        """From now on the bucket takes nothing more: it has more than it may."""
        self._run("radosgw-admin", "quota", "set", "--quota-scope=bucket", f"--bucket={bucket}", "--max-size=1")
        self._run("radosgw-admin", "quota", "enable", "--quota-scope=bucket", f"--bucket={bucket}")

    def make_room(self, bucket):
        self._run("radosgw-admin", "quota", "disable", "--quota-scope=bucket", f"--bucket={bucket}")

    def names(self, bucket):
        """Of all objects in the bucket."""
        names, token = [], ""
        while token is not None:
            page = "&continuation-token=" + urllib.parse.quote(token, safe="") if token else ""
            answer = self.request("GET", f"/{bucket}?list-type=2{page}").read()
            listing = xml.etree.ElementTree.fromstring(answer)
            names += [key.text.split("/")[-1] for key in listing.findall("{*}Contents/{*}Key")]
            token = listing.findtext("{*}NextContinuationToken")
        return sorted(names)

    def unfinished(self, bucket):
        """Objects in parts that are not put together."""
        listing = xml.etree.ElementTree.fromstring(self.request("GET", f"/{bucket}?uploads=").read())
        return [key.text for key in listing.findall("{*}Upload/{*}Key")]

    def credentials(self):
        return {"AWS_ACCESS_KEY_ID": self.ACCESS_KEY, "AWS_SECRET_ACCESS_KEY": self.SECRET_KEY}

    def close(self):
        for process in reversed(self.processes):
            process.kill()
            process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        self.close()
