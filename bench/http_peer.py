#!/usr/bin/env python3
"""Sets the HTTP layer beside nginx: what the server's process costs, in CPU time, for the same work in the same run.

  http_peer.py BUILD_FOLDER [--folder /tmp] [--repeat 5]

Needs the target `bench_http_server` and the Debian packages nginx (with its WebDAV module), wrk and curl. Both servers
work with one thread on the same folder; each line gives the median of the repeats, taken in turn. Then it opens 5,000
WebSockets and says what each of them takes of memory.
"""
import argparse
import os
import pathlib
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
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
HANDSHAKE = (
    b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n"
)
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

    def __init__(self, name, command, port):
        self.name = name
        self.port = port
        self.process = subprocess.Popen(command)
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

    def resident_mib(self):
        lines = pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024

    def stop(self):
        self.process.terminate()
        self.process.wait()


def run(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def cpu_of(peer, work):
    before = peer.cpu_seconds()
    units = work(peer)
    return (peer.cpu_seconds() - before) / units


def small_get(path):
    def work(peer):
        out = run(["wrk", "-t1", "-c8", "-d2s", f"http://127.0.0.1:{peer.port}{path}"])
        if "Non-2xx" in out or "Socket errors" in out:
            sys.exit(out)
        return int(next(line for line in out.splitlines() if "requests in" in line).split()[0]) / 1e6

    return work


def upload(source):
    def work(peer):
        name = f"upload-{peer.name}"
        run(["curl", "-sf", "-H", "Expect:", "-T", source, f"http://127.0.0.1:{peer.port}/{name}"])
        target = pathlib.Path(source).with_name(name)
        if target.stat().st_size != os.path.getsize(source):
            sys.exit("the upload is not whole")
        target.unlink()
        return os.path.getsize(source) / GIB

    return work


def download(peer):
    out = run(["curl", "-sf", "-o", "/dev/null", "-w", "%{size_download}", f"http://127.0.0.1:{peer.port}/large"])
    return int(out) / GIB


def compare(what, unit, peers, work, repeat):
    costs = {peer.name: [] for peer in peers}
    for _ in range(repeat):
        for peer in peers:
            costs[peer.name].append(cpu_of(peer, work))
    medians = {name: statistics.median(values) for name, values in costs.items()}
    ratio = statistics.median(a / b for a, b in zip(costs["storey"], costs["nginx"]))
    print(f"{what:24} storey {medians['storey']:7.3f}  nginx {medians['nginx']:7.3f} {unit:18} ratio {ratio:.2f}")


def websockets(peer, count):
    idle = peer.resident_mib()
    sockets = []
    for _ in range(count):
        client = socket.create_connection(("127.0.0.1", peer.port))
        client.sendall(HANDSHAKE)
        if b" 101 " not in client.recv(4096):
            sys.exit("a WebSocket was refused")
        sockets.append(client)
    for client in sockets:  # one echo each, so that nothing is allocated for the first time later
        client.sendall(b"\x81\x85\0\0\0\0hello")
    for client in sockets:
        if client.recv(64) != b"\x81\x05hello":
            sys.exit("an echo is wrong")
    full = peer.resident_mib()
    print(f"{count} WebSockets: {full:.1f} MiB resident, {idle:.1f} without; {(full - idle) * 1024 / count:.1f} KiB each")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--folder", help="on the disk that uploads go to")
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        data = pathlib.Path(folder, "data")
        data.mkdir()
        (data / "temp").mkdir()
        os.chmod(folder, 0o777)
        for path in (data, data / "temp"):
            os.chmod(path, 0o777)  # nginx started by root works as another user
        (data / "small").write_bytes(os.urandom(1024))
        with open(data / "large", "wb") as large:
            for _ in range(64):
                large.write(os.urandom(GIB // 64))
        config = pathlib.Path(folder, "nginx.conf")
        nginx_port, storey_port = free_port(), free_port()
        config.write_text(NGINX.format(folder=folder, port=nginx_port))
        nginx = Peer("nginx", ["nginx", "-c", str(config), "-g", "daemon off;"], nginx_port)
        program = os.path.join(arguments.build, "bench_http_server")
        storey = Peer("storey", [program, str(data), str(storey_port), "1"], storey_port)
        try:
            print(f"idle: {storey.resident_mib():.1f} MiB resident")
            peers = [storey, nginx]
            compare("small JSON", "µs CPU / request", peers, small_get("/api/hello"), arguments.repeat)
            compare("file of 1 KiB", "µs CPU / request", peers, small_get("/small"), arguments.repeat)
            compare("download of 1 GiB", "s CPU / GiB", peers, download, arguments.repeat)
            compare("upload of 1 GiB", "s CPU / GiB", peers, upload(str(data / "large")), arguments.repeat)
            websockets(storey, 5000)
        finally:
            storey.stop()
            nginx.stop()


if __name__ == "__main__":
    main()
