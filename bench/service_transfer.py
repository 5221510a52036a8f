#!/usr/bin/env python3
"""Sets uploads and downloads through the service beside nginx: CPU time of the server's process for the same bytes, on
the same disk, in the same run. Then memory: idle, after an upload of `--memory-gib`, and with 5,000 subscriptions.

  service_transfer.py --bin build/release/storey [--folder /tmp] [--repeat 5] [--memory-gib 10]

Needs the Debian packages nginx (with its WebDAV module) and curl.
"""
import argparse
import json
import os
import pathlib
import socket
import sqlite3
import sys
import tempfile

from nginx_peer import GIB, Peer, allow_many_files, compare, random_file, run, start_nginx

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "service"))

STATUS = "subscription($id: ID!) { orderStatusChanged(orderId: $id) { order_status } }"
SUBSCRIPTIONS = 5000


def result_address(service, client, size):
    """The pre-signed address of a result of `size` bytes: one of a real order, whose file is replaced."""
    order = client.submitted_order()
    client.wait_for_end(order)
    (result,) = [r for r in client.order(order, "results { result_id file_name download_url }")["results"]
                 if r["file_name"] == "plan.json"]
    database = sqlite3.connect(service.data / "storey.db")
    ((blob,),) = database.execute("SELECT blob_id FROM results WHERE result_id = ?", [result["result_id"]])
    database.close()
    random_file(service.data / "blobs" / blob[-2:] / blob, size)
    return result["download_url"]


def upload(client, source):
    def work(peer):
        if peer.name == "nginx":
            run(["curl", "-sf", "-H", "Expect:", "-T", source, f"http://127.0.0.1:{peer.port}/upload"])
            os.unlink(pathlib.Path(source).with_name("upload"))
        else:
            order = client.new_order()["order_id"]
            url = client.new_upload(order)["upload_url"]
            run(["curl", "-sf", "-H", "Expect:", "-T", source, url])
            client.graphql("mutation($id: ID!) { cancelOrder(id: $id) { order_id } }", id=order)
            client.graphql("mutation($id: ID!) { deleteOrder(id: $id) { success } }", id=order)
        return os.path.getsize(source) / GIB

    return work


def download(address, size):
    def work(peer):
        url = address if peer.name == "storey" else f"http://127.0.0.1:{peer.port}/large"
        out = run(["curl", "-sf", "-o", "/dev/null", "-w", "%{size_download}", url])
        if int(out) != size:
            sys.exit(f"{peer.name} sent {out} bytes")
        return size / GIB

    return work


def send_zeros(url, port, size):
    """A PUT of `size` bytes that are nowhere on a disk."""
    piece = bytes(1 << 20)
    with socket.create_connection(("127.0.0.1", port)) as connection:
        path = url[url.index("/v1/"):]
        connection.sendall(f"PUT {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n\r\n".encode())
        for _ in range(size // len(piece)):
            connection.sendall(piece)
        status = connection.recv(4096).split()[1]
    if status != b"200":
        sys.exit(f"the upload was answered with {status}")


def open_subscriptions(service, client, count):
    sockets = []
    orders = [client.new_order()["order_id"] for _ in range(50)]
    for index in range(count):
        socket_ = service_module().WebSocket(service, headers=client.bearer())
        socket_.initialize()
        socket_.subscribe("1", STATUS, id=orders[index % len(orders)])
        sockets.append(socket_)
    for socket_ in sockets:  # an answer to a ping comes after the subscription has begun
        socket_.send({"type": "ping"})
        if socket_.receive() != {"type": "pong"}:
            sys.exit("a subscription was refused")
    return sockets


def service_module():
    import service  # finds the program in STOREY_BIN

    return service


def measure(arguments, folder):
    nginx = start_nginx(folder)
    source = pathlib.Path(folder, "data", "large")
    random_file(source, GIB)
    settings = {"http_threads": 1, "log_level": "warn", "limits_max_open_orders": 100_000}
    with service_module().Service(data=pathlib.Path(folder, "service"), workers=1, **settings) as service:
        client = service.new_client(requests_per_hour=10**9)
        address = result_address(service, client, GIB)
        service.stop()
        service.environment["STOREY_WORKERS"] = "0"
        service.start()
        address = f"http://127.0.0.1:{service.port}" + address[address.index("/v1/"):]
        storey = Peer("storey", service.process, service.port)
        try:
            print(f"idle: {storey.resident_mib():.1f} MiB resident")
            compare("upload of 1 GiB", "s CPU / GiB", [storey, nginx], upload(client, str(source)), arguments.repeat)
            compare("download of 1 GiB", "s CPU / GiB", [storey, nginx], download(address, GIB), arguments.repeat)
            order = client.new_order()["order_id"]
            send_zeros(client.new_upload(order)["upload_url"], service.port, arguments.memory_gib * GIB)
            print(f"PUT of {arguments.memory_gib} GiB: {storey.peak_mib():.1f} MiB resident at most, all of the above included")
            sockets = open_subscriptions(service, client, SUBSCRIPTIONS)
            print(f"{len(sockets)} subscriptions: {storey.resident_mib():.1f} MiB resident")
        finally:
            nginx.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--folder", help="on the disk that uploads go to")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--memory-gib", type=int, default=10)
    arguments = parser.parse_args()
    os.environ["STOREY_BIN"] = arguments.bin
    allow_many_files()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        measure(arguments, folder)


if __name__ == "__main__":
    main()
