"""nginx as a peer, and what a server's process costs: CPU time and memory."""
import os
import pathlib
import resource
import socket
import statistics
import subprocess
import sys
import time

NGINX = """
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  sendfile on;
  keepalive_requests 1000000000;
  client_max_body_size 0;
  client_body_temp_path {folder}/data/temp;
  server {{
    listen 127.0.0.1:{port};
    root {folder}/data;
    dav_methods PUT;
    location = /api/hello {{ default_type application/json; return 200 '{{"hello":"world"}}'; }}
  }}
}}
"""
GIB = 1 << 30


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port):
    for _ in range(500):
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.01)
    sys.exit(f"nothing answers on port {port}")


class Peer:
    """A server process, with its children."""

    def __init__(self, name, process, port):
        self.name = name
        self.port = port
        self.process = process
        wait_for(port)

    def pids(self):
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [str(self.process.pid), *children]

    def cpu_seconds(self):
        """On the CPU so far, all threads, kernel time included."""
        total = 0
        for pid in self.pids():
            for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
                total += int((task / "schedstat").read_text().split()[0])
        return total / 1e9

    def memory_mib(self, name):
        lines = pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith(name)).split()[1]) / 1024

    def resident_mib(self):
        return self.memory_mib("VmRSS")

    def peak_mib(self):
        return self.memory_mib("VmHWM")

    def stop(self):
        self.process.terminate()
        self.process.wait()


def run(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def cpu_of(peer, work):
    before = peer.cpu_seconds()
    units = work(peer)
    return (peer.cpu_seconds() - before) / units


def compare(what, unit, peers, work, repeat):
    costs = {peer.name: [] for peer in peers}
    for _ in range(repeat):
        for peer in peers:
            costs[peer.name].append(cpu_of(peer, work))
    medians = {name: statistics.median(values) for name, values in costs.items()}
    ratio = statistics.median(a / b for a, b in zip(costs["storey"], costs["nginx"]))
    print(f"{what:24} storey {medians['storey']:7.3f}  nginx {medians['nginx']:7.3f} {unit:18} ratio {ratio:.2f}")


def allow_many_files():
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def start_nginx(folder):
    """With one worker, serving and taking in (WebDAV PUT) what is in the folder `data` of `folder`."""
    data = pathlib.Path(folder, "data")
    (data / "temp").mkdir(parents=True)
    for path in (pathlib.Path(folder), data, data / "temp"):
        os.chmod(path, 0o777)  # nginx started by root works as another user
    config = pathlib.Path(folder, "nginx.conf")
    port = free_port()
    config.write_text(NGINX.format(folder=folder, port=port))
    return Peer("nginx", subprocess.Popen(["nginx", "-c", str(config), "-g", "daemon off;"]), port)


def random_file(path, size):
    with open(path, "wb") as file:
        for start in range(0, size, GIB // 64):
            file.write(os.urandom(min(GIB // 64, size - start)))
