// GraphiQL of the service in Chromium: signing in, a query, a subscription. URL, CLIENT_ID, CLIENT_SECRET,
// CHROMIUM, and ASSET with its UPLOAD_URL come in the environment; with SCREENSHOTS, a folder, pictures go there.
import assert from 'node:assert/strict';

import { chromium } from 'playwright-core';

const { URL: base, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, ASSET: asset, UPLOAD_URL: uploadUrl,
  CHROMIUM: executablePath, SCREENSHOTS: folder } = process.env;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1400, height: 850 } });
page.setDefaultTimeout(120_000); // the machine may be busy
const troubles = [];
page.on('pageerror', (error) => troubles.push(`page error: ${error}`));
page.on('console', (message) => {
  if (message.type() === 'error') troubles.push(`console: ${message.text()} (${message.location().url})`);
});
page.on('request', (request) => {
  const url = request.url();
  if (!url.startsWith(base) && !/^(data|blob):/.test(url)) troubles.push(`a request to ${url}`);
});
const shoot = async (name) => folder && page.screenshot({ path: `${folder}/${name}.png` });

const execute = () => page.locator('.graphiql-execute-button').click();

/** Replaces the query in the editor and runs it, once GraphiQL has seen the name of its operation. */
async function run(name, query) {
  await page.locator('.graphiql-query-editor .view-lines').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(query);
  await page.locator('.graphiql-tab', { hasText: name }).waitFor();
  await execute();
}

const shows = (text) => page.locator('.result-window', { hasText: text }).waitFor().catch(async (error) => {
  await shoot('failure');
  throw new Error(`no ${text}: ${troubles}`, { cause: error });
});

await page.goto(`${base}/graphiql`);
await shoot('sign-in');
await page.fill('[name=id]', clientId);
await page.fill('[name=secret]', 'wrong');
await page.click('text=Sign in');
await page.locator('[role=alert]', { hasText: 'client' }).waitFor();
assert.deepEqual(troubles.splice(0).filter((trouble) => !/401/.test(trouble)), []);
await page.fill('[name=secret]', clientSecret);
await page.click('text=Sign in');
await page.locator('.graphiql-query-editor .view-lines', { hasText: 'NewestOrders' }).waitFor();

await execute();
await shows('Lighthouse');
await shoot('query');

await run('NewProject', 'mutation NewProject { createProject(project_name: "Harbour") { project_name } }');
await shows('Harbour');

await page.locator('button[aria-label="Show Documentation Explorer"]').click();
await page.locator('.graphiql-doc-explorer', { hasText: 'Subscription' }).waitFor();
await shoot('documentation');

await run('Watch', `subscription Watch { uploadProgressUpdated(assetId: "${asset}") { upload_status } }`);
let seen = false;
const shown = shows('UPLOADED').then(() => { seen = true; });
while (!seen) { // again and again, because a subscription says nothing of what was before it
  await fetch(uploadUrl, { method: 'PUT', body: '1 2 3\n' });
  await new Promise((resolve) => setTimeout(resolve, 100));
}
await shown;
await shoot('subscription');

assert.deepEqual(troubles, []);
await browser.close();
console.log('GraphiQL works in Chromium');
