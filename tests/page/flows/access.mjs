// Signing in, the end of a session, signing out; projects, webhooks, usage; languages, themes and sizes of windows.
import assert from 'node:assert/strict';

import {
  assertAccessible, assertQuiet, base, browser, clientId, clientSecret, graphql, signedIn, signIn, until, visit,
} from './browser.mjs';

const { RECEIVER: receiver } = process.env;

// ---- signing in

const page = await visit();
const policy = (await fetch(`${base}/`)).headers.get('Content-Security-Policy');
assert.match(policy, /default-src 'none'/);
assert.doesNotMatch(policy, /unsafe|http:|https:|\*/);
await assertAccessible(page, 'sign-in');
await signIn(page, 'wrong');
await page.getByRole('alert').filter({ hasText: 'do not belong together' }).waitFor();
await assertAccessible(page, 'sign-in-wrong');
assertQuiet(page, /401/);
await signIn(page);
await page.getByText('There are no orders yet').waitFor();
await assertAccessible(page, 'orders-empty');
const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
assert.ok(!kept.includes(clientSecret) && !/token/i.test(kept), `the browser keeps ${kept}`);

// ---- the end of the session: what was begun goes on after signing in again

/** Whatever token the page has. */
const tokens = [];
page.on('request', (request) => {
  const header = request.headers().authorization;
  if (header?.startsWith('Bearer ')) tokens.push(header.slice('Bearer '.length));
});
const revoke = (token) => fetch(`${base}/v1/authentication/revoke`, {
  method: 'POST', headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ client_id: clientId, access_token: token }),
});
await page.getByRole('link', { name: 'Projects' }).click();
await page.getByRole('cell', { name: 'Default' }).or(page.getByRole('rowheader', { name: 'Default' })).waitFor();
assert.equal((await revoke(tokens.at(-1))).status, 200);
await page.fill('[name=project]', 'Harbour');
await page.getByRole('button', { name: 'Create project' }).click();
const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
await dialog.waitFor();
await assertAccessible(page, 'session-ended');
assert.equal(await dialog.locator('[name=id]').inputValue(), clientId);
await dialog.locator('[name=secret]').fill(clientSecret);
await dialog.getByRole('button', { name: 'Go on' }).click();
await page.getByRole('rowheader', { name: 'Harbour' }).waitFor();
assert.equal((await graphql('{ projects { project_name } }')).projects.length, 2, 'made once, and not twice');
await assertAccessible(page, 'projects');
assertQuiet(page, /401/);

// ---- a view whose code does not come: the network is gone, or the service was renewed

/** Every request that `pattern` fits is answered by `answer`. */
const disturb = async (pattern, answer) => {
  await page.route(pattern, answer);
  return () => page.unroute(pattern);
};
const lost = (route) => route.abort('connectionfailed');
const mended = [await disturb('**/page/*.js', lost), await disturb(`${base}/`, lost)];
await page.getByRole('link', { name: 'Webhooks' }).click();
await page.getByRole('alert').filter({ hasText: 'The service does not answer' }).waitFor();
await assertAccessible(page, 'view-offline');
for (const mend of mended) await mend();
await page.getByRole('button', { name: 'Try again' }).click();
await page.getByText('There are no webhooks yet').or(page.getByText('is not there any more')).waitFor();
await disturb('**/page/*.js', (route) => route.fulfill({ status: 404, body: '' }));
await page.goto(`${base}/#/usage`);
await page.getByRole('alert').filter({ hasText: 'The service has been renewed' }).waitFor();
await page.unroute('**/page/*.js');
await page.getByRole('button', { name: 'Try again' }).click();
await signIn(page);
await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
assertQuiet(page, /Failed to load resource|error-loading|dynamically imported/);

// ---- webhooks

await page.getByRole('link', { name: 'Webhooks' }).click();
await page.getByText('There are no webhooks yet').waitFor();
await page.getByText('Create webhook').first().click();
await page.fill('[name=url]', 'ftp://example.org/hook');
await page.getByRole('button', { name: 'Create webhook' }).click();
await page.getByRole('alert').filter({ hasText: 'This address cannot be called' }).waitFor();
await page.fill('[name=url]', receiver);
await page.getByLabel('order cancelled').check();
await page.getByRole('button', { name: 'Create webhook' }).click();
const secret = page.getByRole('dialog', { name: "The webhook's secret" });
assert.match(await secret.locator('code').textContent(), /^whsec_/);
await assertAccessible(page, 'webhook-secret');
await secret.getByRole('button', { name: 'I have kept it' }).click();
await page.getByRole('heading', { name: receiver }).waitFor();
await assertAccessible(page, 'webhooks');
await page.getByRole('button', { name: 'New secret' }).click();
await page.getByRole('dialog', { name: 'New secret' }).getByRole('button', { name: 'New secret' }).click();
await secret.getByRole('button', { name: 'I have kept it' }).click();

const markup = 'Lighthouse <img src=x onerror=alert(1)>'; // stays text wherever it is shown
const { initializeOrder: { order_id: order } } = await graphql(
  'mutation($name: String!) { initializeOrder(order_name: $name, product: "areaplan", model_units: "Metric") { order_id } }',
  { name: markup });
await graphql('mutation($id: ID!) { cancelOrder(id: $id) { order_id } }', { id: order });
await page.getByRole('link', { name: 'Delivery log' }).click();
const refreshed = async (count) => {
  await page.getByRole('button', { name: 'Refresh' }).click();
  return (await page.locator('.delivery-DELIVERED').count()) === count;
};
await until(() => refreshed(2), 'order.updated and order.cancelled');
await page.getByText('order cancelled').waitFor();
await page.getByText('Message').first().click();
assert.match(await page.locator('pre').first().textContent(), /Lighthouse/);
await assertAccessible(page, 'deliveries');
const deliveries = () => graphql(`{ webhooks { webhook_id } }`).then(({ webhooks: [{ webhook_id: id }] }) =>
  graphql('query($id: ID!) { webhookDeliveries(webhook_id: $id) { edges { node { attempts } } } }', { id }));
const attempts = async () =>
  (await deliveries()).webhookDeliveries.edges.reduce((sum, { node }) => sum + node.attempts, 0);
const before = await attempts();
await page.getByRole('button', { name: 'Send again' }).first().click();
await until(async () => (await attempts()) > before, 'another attempt');
await page.getByRole('link', { name: '← Webhooks' }).click();
await page.getByRole('button', { name: 'Delete webhook' }).click();
await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
await page.getByText('There are no webhooks yet').waitFor();

// ---- usage, and an order that is not there

await page.getByRole('link', { name: /^Usage/ }).click();
const used = Number(/(\d+) of [\d,]+ requests/.exec(await page.locator('.large').textContent())[1]);
assert.ok(used > 5, `${used} requests`);
await assertAccessible(page, 'usage');
await page.goto(`${base}/#/orders/nothing`);
await page.getByRole('alert').filter({ hasText: 'There is no such order' }).waitFor();
await assertAccessible(page, 'no-order');

// ---- languages and appearance

await page.getByLabel('Language').selectOption('de');
await page.getByRole('alert').filter({ hasText: 'Diesen Auftrag gibt es nicht' }).waitFor();
assert.equal(await page.getAttribute('html', 'lang'), 'de');
await page.getByRole('link', { name: 'Aufträge', exact: true }).click();
await page.getByLabel('Darstellung').selectOption('dark');
await page.getByText('Abgebrochen').last().waitFor();
await page.getByText(markup).first().waitFor();
assert.equal(await page.locator('img[src=x]').count(), 0);
await assertAccessible(page, 'orders-german-dark');
const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const dark = await background();
await page.getByLabel('Darstellung').selectOption('light');
assert.notEqual(await background(), dark);

// ---- from phones to walls of screens

for (const [width, height] of [[360, 640], [3840, 2160]]) {
  await page.setViewportSize({ width, height });
  for (const view of ['orders', 'orders/new', 'projects', 'webhooks', 'usage']) {
    await page.goto(`${base}/#/${view}`);
    await page.locator('h1').waitFor();
    await assertAccessible(page, `${view.replace('/', '-')}-${width}`);
  }
}
await page.setViewportSize({ width: 1400, height: 900 });

// ---- signing out ends the token, and a reload knows nothing of it

assertQuiet(page, /401/);
const last = tokens.at(-1);
await page.getByRole('button', { name: 'Abmelden' }).click();
await page.getByRole('button', { name: 'Anmelden' }).waitFor();
await until(async () => {
  const answer = await fetch(`${base}/v1/projects`, { headers: { Authorization: `Bearer ${last}` } });
  return answer.status === 401;
}, 'the end of the token');

const german = await visit({ locale: 'de-CH' });
await german.getByRole('button', { name: 'Anmelden' }).waitFor();
assertQuiet(german);
await (await signedIn()).reload();
await browser.close();
console.log('access works');
