"""Signing in, sessions, projects, webhooks, usage, languages, appearance and sizes of windows."""

import sys

import pages
from service import Receiver, Service

pages.prepare()
with Service(workers=0, page_enabled="false") as service:
    assert service.request("GET", "/", headers={"Accept-Encoding": "gzip"}).status == 404
with Service(workers=0, webhooks_allow_private_addresses="true") as service, Receiver() as receiver:
    assert service.request("GET", "/", headers={"Accept-Encoding": "gzip"}).status == 200
    code = pages.run_flow("access.mjs", service, service.new_client(), RECEIVER=receiver.url)
with Service(workers=0, auth_token_lifetime="3s") as service:
    code = code or pages.run_flow("expiry.mjs", service, service.new_client())
sys.exit(code)
