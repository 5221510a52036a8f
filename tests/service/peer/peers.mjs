// The service in the eyes of clients that others wrote. Everything it needs comes in the environment: URL, CLIENT_ID,
// CLIENT_SECRET, SCAN. Prints one line for each check; ends with 1 if one fails.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import http from 'node:http';

import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { auditServer } from 'graphql-http';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import * as oauth from 'oauth4webapi';
import { Webhook } from 'standardwebhooks';
import WebSocket from 'ws';

const { URL: base, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, SCAN: scan } = process.env;
const endpoint = `${base}/v1/graphql`;
const socketEndpoint = endpoint.replace(/^http/, 'ws');
let failures = 0;

async function check(name, action) {
  try {
    await action();
    console.log(`ok ${name}`);
  } catch (error) {
    failures += 1;
    console.log(`FAILED ${name}: ${error?.stack ?? error}`);
  }
}

const server = {
  issuer: base,
  token_endpoint: `${base}/v1/authentication/token`,
  revocation_endpoint: `${base}/v1/authentication/revoke`,
  introspection_endpoint: `${base}/v1/authentication/introspect`,
};
const client = { client_id: clientId };
const options = { [oauth.allowInsecureRequests]: true };

async function fetchToken(authentication) {
  const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, new URLSearchParams(), options);
  return oauth.processClientCredentialsResponse(server, client, response);
}

let token;
for (const [name, method] of [['Basic', oauth.ClientSecretBasic], ['post', oauth.ClientSecretPost]])
  await check(`oauth4webapi: token with ${name}`, async () => {
    const answer = await fetchToken(method(clientSecret));
    assert.equal(answer.token_type, 'bearer');
    assert.ok(answer.expires_in > 3000 && answer.expires_in < 3600);
    token = answer.access_token;
  });

await check('oauth4webapi: a wrong secret', () =>
  assert.rejects(fetchToken(oauth.ClientSecretBasic('wrong')), (error) => error.status === 401 || error.cause?.error === 'invalid_client'
    || /WWW-Authenticate/.test(error.message)));

await check('oauth4webapi: introspection and revocation', async () => {
  const authentication = oauth.ClientSecretBasic(clientSecret);
  const other = (await fetchToken(authentication)).access_token;
  const introspect = async () => oauth.processIntrospectionResponse(server, client,
    await oauth.introspectionRequest(server, client, authentication, other, options));
  assert.equal((await introspect()).active, true);
  assert.equal(await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, authentication, other, options)), undefined);
  assert.equal((await introspect()).active, false);
});

const authorization = { Authorization: `Bearer ${token}` };

await check('graphql-http: every audit', async () => {
  const results = await auditServer({
    url: endpoint,
    fetchFn: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, ...authorization } }),
  });
  assert.ok(results.length > 50);
  const bad = results.filter((result) => result.status !== 'ok');
  assert.deepEqual(bad.map((result) => `${result.id} ${result.name}: ${result.reason}`), []);
});

async function post(query, variables) {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...authorization },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  assert.equal(errors, undefined);
  return data;
}

const newOrder = async (name) => (await post(
  'mutation($name: String!) { initializeOrder(order_name: $name, product: "areaplan", model_units: "Metric") { order_id } }',
  { name })).initializeOrder.order_id;
const cancel = (id) => post('mutation($id: ID!) { cancelOrder(id: $id) { order_status } }', { id });
const startUpload = async (order) => (await post(
  'mutation($order: ID!) { initializeUpload(order_id: $order, asset_type: "e57", upload_type: "single") { asset_id upload_url } }',
  { order })).initializeUpload;
const subscription = 'subscription($id: ID!) { orderStatusChanged(orderId: $id) { order_status previousStatus } }';
// Webhooks tell changes; a subscription begins with the state as it is.
const changes = ['UPLOADING', 'CANCELLED'];
const expected = ['DRAFT', ...changes];

// What a stream says while `act` happens; acting begins when the service has had time to listen.
async function listen(stream, act) {
  const seen = [];
  setTimeout(act, 300);
  for await (const { data, errors } of stream) {
    assert.equal(errors, undefined);
    seen.push(data.orderStatusChanged.order_status);
  }
  return seen;
}

await check('graphql-ws: a subscription, a query and an error', async () => {
  const socket = createWsClient({ url: socketEndpoint, webSocketImpl: WebSocket, connectionParams: authorization, retryAttempts: 0 });
  const order = await newOrder('graphql-ws');
  const seen = await listen(socket.iterate({ query: subscription, variables: { id: order } }), async () => {
    await startUpload(order);
    await cancel(order);
  });
  assert.deepEqual(seen, expected);
  const answers = [];
  for await (const answer of socket.iterate({ query: '{ projects { project_name } }' })) answers.push(answer);
  assert.equal(answers[0].data.projects[0].project_name, 'Default');
  await assert.rejects((async () => { for await (const _ of socket.iterate({ query: '{ nothing }' })); })());
  await socket.dispose();
});

await check('graphql-ws: no token', async () => {
  const socket = createWsClient({ url: socketEndpoint, webSocketImpl: WebSocket, retryAttempts: 0 });
  await assert.rejects(async () => { for await (const _ of socket.iterate({ query: '{ __typename }' })); },
    (event) => event.code === 4403);
});

await check('graphql-sse: a subscription and a query', async () => {
  const stream = createSseClient({ url: endpoint, headers: authorization, retryAttempts: 0 });
  const order = await newOrder('graphql-sse');
  const seen = await listen(stream.iterate({ query: subscription, variables: { id: order } }), async () => {
    await startUpload(order);
    await cancel(order);
  });
  assert.deepEqual(seen, expected);
  const answers = [];
  for await (const answer of stream.iterate({ query: '{ projects { project_name } }' })) answers.push(answer);
  assert.equal(answers[0].data.projects[0].project_name, 'Default');
  stream.dispose();
});

await check('@apollo/client: queries, mutations, errors and subscriptions', async () => {
  const socket = createWsClient({ url: socketEndpoint, webSocketImpl: WebSocket, connectionParams: authorization, retryAttempts: 0 });
  const overHttp = new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: endpoint, headers: authorization }) });
  const overSocket = new ApolloClient({ cache: new InMemoryCache(), link: new GraphQLWsLink(socket) });
  const { data } = await overHttp.mutate({
    mutation: gql`mutation { initializeOrder(order_name: "apollo", product: "areaplan", model_units: "Metric") { order_id } }`,
  });
  const id = data.initializeOrder.order_id;
  const query = gql`query($id: ID!) { order(order_id: $id) { order_id order_name order_status } }`;
  const asked = await overHttp.query({ query, variables: { id } });
  assert.equal(asked.data.order.order_name, 'apollo');
  await assert.rejects(overHttp.query({ query, variables: { id: 'nothing' } }),
    (error) => error.errors[0].extensions.code === 'ORDER_NOT_FOUND');
  const seen = [];
  const ended = new Promise((resolve, reject) => overSocket.subscribe({ query: gql(subscription), variables: { id } }).subscribe({
    next: (event) => seen.push(event.data.orderStatusChanged.order_status), error: reject, complete: resolve }));
  setTimeout(async () => { await startUpload(id); await cancel(id); }, 300);
  await ended;
  assert.deepEqual(seen, expected);
  overHttp.stop();
  overSocket.stop();
  await socket.dispose();
});

await check('standardwebhooks: verifies what is sent', async () => {
  const calls = [];
  const receiver = http.createServer((request, response) => {
    const pieces = [];
    request.on('data', (piece) => pieces.push(piece)).on('end', () => {
      calls.push({ headers: request.headers, body: Buffer.concat(pieces).toString() });
      response.end();
    });
  });
  await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { createWebhook } = await post('mutation($url: String!) { createWebhook(webhook_url: $url) { webhook_id webhook_secret } }',
    { url: `http://127.0.0.1:${receiver.address().port}/` });
  const order = await newOrder('webhooks');
  const upload = await startUpload(order);
  assert.equal((await fetch(upload.upload_url, { method: 'PUT', body: await fs.readFile(scan) })).status, 200);
  await cancel(order);
  while (calls.length < changes.length) await new Promise((resolve) => setTimeout(resolve, 20));
  const verifier = new Webhook(createWebhook.webhook_secret);
  const messages = calls.map(({ headers, body }) => verifier.verify(body, headers));
  assert.deepEqual(messages.map((message) => message.data.order_status), changes);
  assert.throws(() => verifier.verify(`${calls[0].body} `, calls[0].headers));
  await post('mutation($id: ID!) { deleteWebhook(webhook_id: $id) { success } }', { id: createWebhook.webhook_id });
  receiver.close();
  receiver.closeAllConnections();
});

process.exit(failures === 0 ? 0 : 1);
