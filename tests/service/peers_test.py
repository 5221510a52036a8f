"""The service in the eyes of clients that others wrote: graphql-http's audits, graphql-ws, graphql-sse, Apollo,
oauth4webapi, standardwebhooks."""

import sys

import npm_peers
from service import SAMPLE, Service

npm_peers.install()
with Service(workers=0, webhooks_allow_private_addresses="true") as service:
    client = service.new_client(requests_per_hour=100_000)
    code = npm_peers.run("peers.mjs", service, client, SCAN=str(SAMPLE))
sys.exit(code)
