// What the service says about its REST part in OpenAPI: a valid document, and true. Every answer that it promises is
// asked for once, but for those to too many and too slow requests and to a full disk, and held against its schema; so
// is what it sends to webhooks. URL, CLIENT_ID, CLIENT_SECRET, ADDRESSES for files and MESSAGES of all kinds come in the
// environment.
import assert from 'node:assert/strict';
import http from 'node:http';

import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const { URL: base, CLIENT_ID: id, CLIENT_SECRET: secret } = process.env;
const { open, cancelled, deleted } = JSON.parse(process.env.ADDRESSES);
const messages = JSON.parse(process.env.MESSAGES);
const documentText = await (await fetch(`${base}/v1/openapi.json`)).text();
const document = JSON.parse(documentText);
const verdict = await new Validator().validate(JSON.parse(documentText));
assert.ok(verdict.valid, JSON.stringify(verdict.errors, null, 2));

const ajv = new Ajv({ strict: false });
addFormats(ajv);
ajv.addSchema(document, 'document');
const pointer = (...names) => names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
const asked = new Set();

/** Sends a request and holds the answer, whose status must be `status`, against the operation of that name. */
async function ask(operationId, status, url, options = {}) {
  const [path, method] = Object.entries(document.paths)
    .flatMap(([name, item]) => Object.keys(item).map((key) => [name, key]))
    .find(([name, key]) => document.paths[name][key].operationId === operationId);
  const where = `${operationId} ${status}`;
  const answer = await fetch(url ?? `${base}/v1${path}`, { method, ...options });
  const text = await answer.text();
  assert.equal(answer.status, status, `${where}: ${text}`);
  let place = ['paths', path, method, 'responses', String(status)];
  let promised = document.paths[path][method].responses[status];
  assert.ok(promised, `${where} is not in the document`);
  if (promised.$ref) {
    place = promised.$ref.slice(2).split('/');
    promised = place.reduce((node, name) => node[name], document);
  }
  for (const header of Object.keys(promised.headers ?? {})) assert.ok(answer.headers.has(header), `${where}: ${header}`);
  for (const header of ['Limit', 'Remaining', 'Reset']) assert.ok(answer.headers.has(`X-RateLimit-${header}`), where);
  asked.add(where);
  const type = (answer.headers.get('Content-Type') ?? '').split(';')[0];
  if (!promised.content) return answer;
  assert.ok(promised.content[type] ?? promised.content['*/*'], `${where} has the type ${type}`);
  if (!promised.content['application/json']) return answer;
  const body = JSON.parse(text);
  if (promised.content[type].schema) {
    const valid = ajv.compile({ $ref: `document#${pointer(...place, 'content', type, 'schema')}` });
    assert.ok(valid(body), `${where}: ${text}\n${ajv.errorsText(valid.errors)}`);
  }
  return Object.assign(answer, { document: body });
}

const json = (body, headers = {}) => ({
  headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) });
const basic = { Authorization: `Basic ${btoa(`${id}:${secret}`)}` };
const credentials = { client_id: id, client_secret: secret, grant_type: 'client_credentials' };

const token = (await ask('createToken', 200, null, json(credentials, basic))).document.access_token;
await ask('createToken', 400, null, json({ ...credentials, grant_type: 'password' }, basic));
await ask('createToken', 401, null, json(credentials));
await ask('introspectToken', 200, null, json({ client_id: id, access_token: token }));
await ask('introspectToken', 400, null, json([]));
await ask('introspectToken', 401, null, json({ client_id: id, access_token: 'x' }));

const long = { client_id: id, access_token: 'x'.repeat(1 << 16) };
await ask('createToken', 413, null, json({ ...credentials, client_secret: long.access_token }, basic));
await ask('introspectToken', 413, null, json(long));
await ask('revokeToken', 413, null, json(long));
await ask('revokeToken', 401, null, { headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ client_id: id, client_secret: 'x', token }).toString() });

const bearer = { Authorization: `Bearer ${token}` };
await ask('listProjects', 200, null, { headers: bearer });
await ask('listProjects', 401);
const project = (await ask('createProject', 201, null, json({ project_name: 'Weir' }, bearer))).document.data.project_id;
await ask('createProject', 400, null, json({ project_name: 1 }, bearer));
await ask('createProject', 401, null, json({ project_name: 'Weir' }));
await ask('createProject', 413, null, json({ project_name: 'x'.repeat(1 << 20) }, bearer));
await ask('getProject', 200, `${base}/v1/projects/${project}`, { headers: bearer });
await ask('getProject', 401, `${base}/v1/projects/${project}`);
await ask('getProject', 404, `${base}/v1/projects/nothing`, { headers: bearer });

const file = { body: '1 2 3\n' };
for (const [operation, of] of [['uploadFile', 'upload'], ['uploadPart', 'part']]) {
  await ask(operation, 200, open[of], file);
  await ask(operation, 403, open[of].split('?')[0], file);
  await ask(operation, 404, deleted[of], file);
  await ask(operation, 409, cancelled[of], file);
  await ask(operation, 413, open[of], { body: '1 2 3\n'.repeat(1 << 20) });
}
await ask('uploadFile', 400, open.upload, { body: '1 2 3 4\n' });

const etag = (await ask('downloadResult', 200, open.download)).headers.get('ETag');
await ask('downloadResult', 206, open.download, { headers: { Range: 'bytes=0-9' } });
await ask('downloadResult', 304, open.download, { headers: { 'If-None-Match': etag } });
await ask('downloadResult', 403, open.download.split('?')[0]);
await ask('downloadResult', 404, deleted.download);
await ask('downloadResult', 412, open.download, { headers: { 'If-Match': '"another"' } });
await ask('downloadResult', 416, open.download, { headers: { Range: 'bytes=99999999-' } });

await ask('graphql', 200, null, json({ query: '{ projects { project_name } }' }, bearer));
await ask('graphql', 400, null, json({ query: 1 }, bearer));
await ask('graphql', 401, null, json({ query: '{ projects { project_name } }' }));
await ask('graphql', 406, null, json({ query: '{ __typename }' }, { ...bearer, Accept: 'text/html' }));
await ask('graphql', 413, null, json({ query: `{ __typename } #${'x'.repeat(1 << 20)}` }, bearer));
await ask('graphql', 415, null, { headers: bearer, body: '{ __typename }' });
const query = (text) => `${base}/v1/graphql?query=${encodeURIComponent(text)}`;
await ask('graphqlGet', 200, query('{ __typename }'), { headers: bearer });
await ask('graphqlGet', 400, `${query('{ __typename }')}&variables=x`, { headers: bearer });
await ask('graphqlGet', 401, query('{ __typename }'));
await ask('graphqlGet', 405, query('mutation { deleteOrder(id: "x") { success } }'), { headers: bearer });
await ask('graphqlGet', 406, query('{ __typename }'), { headers: { ...bearer, Accept: 'text/html' } });

/** Asks for a WebSocket, as `fetch` does not, of a version of its protocol. */
async function upgrade(status, version) {
  const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': version,
    'Sec-WebSocket-Key': btoa('0123456789abcdef'), 'Sec-WebSocket-Protocol': 'graphql-transport-ws' };
  const answer = await new Promise((resolve, reject) => {
    const request = http.get(`${base}/v1/graphql`, { headers }, resolve);
    request.on('upgrade', (response, socket) => { socket.destroy(); resolve(response); });
    request.on('error', reject);
  });
  assert.equal(answer.statusCode, status);
  assert.ok(document.paths['/graphql'].get.responses[status], `WebSocket ${status} is not in the document`);
  asked.add(`graphqlGet ${status}`);
}
await upgrade(101, 13);
await upgrade(426, 12);

const kinds = new Set();
for (const message of messages) {
  const hook = Object.values(document.webhooks).find(({ post }) => {
    const { $ref } = post.requestBody.content['application/json'].schema;
    const schema = $ref.slice(2).split('/').reduce((node, name) => node[name], document);
    schema.properties.type.enum.forEach((kind) => kinds.add(kind));
    return schema.properties.type.enum.includes(message.type);
  });
  assert.ok(hook, `${message.type} is not in the document`);
  const valid = ajv.compile({ $ref: `document${hook.post.requestBody.content['application/json'].schema.$ref}` });
  assert.ok(valid(message), `${JSON.stringify(message)}\n${ajv.errorsText(valid.errors)}`);
}
assert.deepEqual([...new Set(messages.map((message) => message.type))].sort(), [...kinds].sort());

await ask('graphqlSchema', 200);
await ask('openapi', 200);
await ask('revokeToken', 400, null, json({ client_id: id, access_token: 'x' }));
await ask('revokeToken', 200, null, json({ client_id: id, access_token: token }));

const promised = Object.values(document.paths)
  .flatMap((item) => Object.values(item))
  .flatMap((operation) => Object.keys(operation.responses ?? {}).map((status) => `${operation.operationId} ${status}`))
  .filter((name) => !/ (408|429|503)$/.test(name));
assert.deepEqual(promised.filter((name) => !asked.has(name)), []);
console.log(`${asked.size} answers and ${messages.length} messages are as the OpenAPI document says`);
