// A new order: checks before sending, several files in parts, pausing, a lost connection, a reload; live status, the
// list with search, filter and pages; errors and deletion. SCAN is the sample, OTHER a text scan, both parts of one
// order; EMPTY_ORDERS drafts are there already.
import assert from 'node:assert/strict';
import path from 'node:path';

import { assertAccessible, assertQuiet, base, browser, graphql, shoot, signedIn, until } from './browser.mjs';

const { SCAN: scan, OTHER: other, WRONG: wrong, CUT_OFF: cutOff, NO_PLAN: noPlan } = process.env;
const page = await signedIn();

// ---- checks before sending

await page.getByRole('link', { name: 'New order' }).click();
await page.getByRole('button', { name: 'Upload and measure' }).click();
await page.getByRole('alert').filter({ hasText: 'Add at least one scan first' }).waitFor();
await page.setInputFiles('input[type=file]', [scan, wrong, cutOff]);
await page.getByText('This is LAS / LAZ').waitFor();
await page.getByText('was not copied whole').waitFor();
await assertAccessible(page, 'new-order-refused');
assert.equal(await page.inputValue('[name=name]'), path.parse(scan).name);
await page.getByRole('button', { name: 'Upload and measure' }).click();
await page.getByRole('alert').filter({ hasText: 'Remove the files that cannot be used' }).waitFor();
for (const file of [wrong, cutOff]) await page.getByRole('button', { name: `Remove ${path.basename(file)}` }).click();
await page.setInputFiles('input[type=file]', [other]);
await page.fill('[name=name]', 'Town hall');
await page.fill('[name=address]', 'Market 1');
await page.getByText('More options').click();
await page.selectOption('[name=area_standard]', 'din277');

// ---- sending in parts, of which the network lets as many through as `open` says

let [open, lost, begun, free] = [Infinity, false, [], 'none'];
await page.route('**/v1/uploads/**', async (route) => {
  begun.push(route.request().url());
  while (open <= 0 && !lost && !route.request().url().includes(free)) await new Promise((resolve) => setTimeout(resolve, 20));
  if (lost) return route.abort('connectionfailed').catch(() => undefined);
  if (!route.request().url().includes(free)) --open;
  return route.continue().catch(() => undefined);
});
open = 0;
await page.getByRole('button', { name: 'Upload and measure' }).click();
await page.getByRole('heading', { name: 'Town hall' }).waitFor();
const row = (file) => page.locator('.files li', { hasText: path.basename(file) });
await until(async () => begun.length >= 5, 'parts on their way: four at a time of the first file, and the second file');
await row(scan).getByText('sending').waitFor();

/** The files of the order that the page shows, as the service has them. */
const assets = async () => (await graphql(
  'query($id: ID!) { order(order_id: $id) { assets { asset_id file_name upload_status uploaded_parts { part_number } } } }',
  { id: page.url().split('/').at(-1) })).order.assets;
const assetOf = async (file) => (await assets()).find(({ file_name: name }) => name === path.basename(file));
const arrived = async () => (await assetOf(scan)).uploaded_parts.length;
free = (await assetOf(other)).asset_id; // the small file gets through
await row(other).getByText('arrived').waitFor();
for (const count of [1, 2]) {
  open = 1;
  await until(async () => (await arrived()) === count, `part ${count} at the service`);
  await page.waitForTimeout(500); // or else nothing can be said of the speed
}
await row(scan).getByText(/[1-9.]+ MB \/ 3\.4 MB · [\d.]+ [kM]?B\/s · .* left/).waitFor();
await assertAccessible(page, 'sending');

// ---- pausing

await page.getByRole('button', { name: 'Pause' }).click();
await row(scan).getByText('paused').waitFor();
await assertAccessible(page, 'paused');

// ---- a lost connection

lost = true;
open = Infinity;
await page.getByRole('button', { name: 'Go on' }).click();
await row(scan).getByText('no connection').waitFor();
await assertAccessible(page, 'offline');

// ---- a reload: the same files go on with what is missing

const order = page.url().split('/').at(-1);
page.on('dialog', (dialog) => dialog.accept());
await page.reload();
lost = false;
begun = [];
await page.fill('[name=id]', process.env.CLIENT_ID);
await page.fill('[name=secret]', process.env.CLIENT_SECRET);
await page.keyboard.press('Enter');
await page.getByText('choose the file again to go on').waitFor();
await assertAccessible(page, 'stranded');
assert.equal(await row(other).getByText('arrived').count(), 1);
assert.equal(await arrived(), 2);
await page.setInputFiles('input[type=file]', [scan, other]);

// ---- live status, to the end

await page.getByRole('link', { name: 'Plan', exact: true }).waitFor({ timeout: 120_000 });
const sent = begun.map((url) => new URL(url).pathname);
assert.equal(new Set(sent).size, sent.length, 'no part twice');
assert.equal(sent.length, 4 - 2, 'the parts of the scan that had not arrived, and nothing of the file that had');
const { order: done } = await graphql(
  'query($id: ID!) { order(order_id: $id) { order_status address assets { upload_status } } }', { id: order });
assert.deepEqual(done, {
  order_status: 'COMPLETED', address: 'Market 1', assets: [{ upload_status: 'FINALIZED' }, { upload_status: 'FINALIZED' }],
});
assertQuiet(page, /ERR_CONNECTION_FAILED|ERR_FAILED/);

// ---- the list

await page.getByRole('link', { name: 'Orders', exact: true }).click();
const card = (name) => page.locator('.card', { hasText: name });
await card('Town hall').locator('svg path.walls').waitFor();
await card('Town hall').getByText(/rooms · [\d.]+ m²/).waitFor();
await assertAccessible(page, 'orders');
assert.equal(await page.locator('.card').count(), 20);
await page.getByRole('button', { name: 'Next' }).click();
await card('Draft 01').waitFor();
assert.equal(await page.locator('.card').count(), 5);
await page.getByRole('button', { name: 'Previous' }).click();
await card('Town hall').waitFor();
await page.fill('input[type=search]', 'draft 02');
await until(async () => (await page.locator('.card').count()) === 1, 'one order by that name');
await page.fill('input[type=search]', '');
await page.getByLabel('Status').selectOption('COMPLETED');
await until(async () => (await page.locator('.card').count()) === 1 && (await card('Town hall').count()) === 1, 'completed');
await page.getByLabel('until').fill('2001-01-01');
await page.getByText('No order fits the search').waitFor();
await page.getByRole('button', { name: 'Show all orders' }).click();

// ---- the list is live: nothing asks, the subscription tells

const { orders } = await graphql('{ orders(filter: {name_contains: "Draft 24"}) { edges { node { order_id } } } }');
await card('Draft 24').locator('.status-DRAFT').waitFor();
await page.waitForTimeout(300); // subscribed
await graphql('mutation($id: ID!) { cancelOrder(id: $id) { order_id } }', { id: orders.edges[0].node.order_id });
await card('Draft 24').locator('.status-CANCELLED').waitFor();

// ---- an order that fails says why and what helps; requests that were lost on the way are made again

await page.getByRole('link', { name: 'New order' }).click();
await page.setInputFiles('input[type=file]', [noPlan]);
const refused = new Set(); // what the network loses the first time
await page.route('**/v1/graphql', (route) => {
  const [what] = /initializeUpload|finalizeUpload|finalizeOrder/.exec(route.request().postData()) ?? [];
  if (!what || refused.has(what)) return route.continue();
  refused.add(what);
  return route.abort('connectionfailed');
});
await page.getByRole('button', { name: 'Upload and measure' }).click();
await page.getByRole('alert').filter({ hasText: 'No floor plan was found' }).waitFor({ timeout: 120_000 });
assert.equal(refused.size, 3);
await assertAccessible(page, 'failed-order');
await page.getByRole('button', { name: 'Delete order' }).click();
await assertAccessible(page, 'delete-order');
await page.getByRole('dialog').getByRole('button', { name: 'Delete order' }).click();
await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
await until(async () => (await card(path.parse(noPlan).name).count()) === 0, 'the order gone');

// ---- a phone in German

await page.setViewportSize({ width: 360, height: 640 });
await page.getByLabel('Language').selectOption('de');
await card('Town hall').waitFor();
await assertAccessible(page, 'orders-360-german');
await page.goto(`${base}/#/orders/${order}/downloads`);
await page.getByRole('link', { name: 'plan.pdf' }).waitFor();
await assertAccessible(page, 'downloads-360-german');
await shoot(page, 'end');
assertQuiet(page, /ERR_CONNECTION_FAILED|ERR_FAILED/);
await browser.close();
console.log('uploads work');
