"""/graphiql in a real browser that can reach nothing but the service, and the setting that takes it away."""

import gzip
import shutil
import sys

import npm_peers
from service import Service


def check_files(service):
    page = service.request("GET", "/graphiql", headers={"Accept-Encoding": "gzip"})
    assert page.status == 200 and page.headers["Content-Encoding"] == "gzip", page.headers
    assert b"graphiql/page.js" in gzip.decompress(page.body)
    assert "X-RateLimit-Limit" in page.headers
    known = {"Accept-Encoding": "gzip", "If-None-Match": page.headers["ETag"]}
    assert service.request("GET", "/graphiql", headers=known).status == 304
    plain = service.request("GET", "/graphiql", headers={"Accept-Encoding": "gzip;q=0"})
    assert plain.status == 200 and plain.headers["Content-Encoding"] is None, plain.headers
    assert plain.body == gzip.decompress(page.body)
    assert plain.headers["ETag"] != page.headers["ETag"], "other bytes"
    licences = service.request("GET", "/graphiql/licences.txt", headers={"Accept-Encoding": "gzip"})
    assert b"graphiql 5." in gzip.decompress(licences.body)


npm_peers.require("chromium")
npm_peers.install()
with Service(workers=0, graphiql_enabled="false") as service:
    assert service.request("GET", "/graphiql", headers={"Accept-Encoding": "gzip"}).status == 404
with Service(workers=0) as service:
    check_files(service)
    client = service.new_client()
    upload = client.new_upload(client.new_order("Lighthouse")["order_id"])
    code = npm_peers.run("graphiql.mjs", service, client, CHROMIUM=shutil.which("chromium"), ASSET=upload["asset_id"],
                         UPLOAD_URL=upload["upload_url"])
sys.exit(code)
