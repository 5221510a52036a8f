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
import socket
import subprocess
import sys
import tempfile

from nginx_peer import GIB, Peer, allow_many_files, compare, free_port, random_file, run, start_nginx

HANDSHAKE = (
    b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n"
)


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
    allow_many_files()

    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        nginx = start_nginx(folder)
        data = pathlib.Path(folder, "data")
        (data / "small").write_bytes(os.urandom(1024))
        random_file(data / "large", GIB)
        port = free_port()
        program = os.path.join(arguments.build, "bench_http_server")
        storey = Peer("storey", subprocess.Popen([program, str(data), str(port), "1"]), port)
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
