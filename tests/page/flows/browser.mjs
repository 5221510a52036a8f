// What the flows share: Chromium, a page that reports whatever goes wrong in it, signing in, checks of accessibility.
// URL, CLIENT_ID, CLIENT_SECRET and CHROMIUM come in the environment; with SCREENSHOTS, a folder, pictures go there.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';

import { chromium } from 'playwright-core';

export const { URL: base, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, CHROMIUM: executablePath,
  SCREENSHOTS: folder } = process.env;

const args = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--disable-gpu', '--disable-quic', '--no-first-run'];
const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const browser = await chromium.launch({ executablePath, args });

/** A page of a fresh visitor. `troubles` gets errors of scripts, messages of the console, requests to others. */
export async function visit(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce',
    ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000); // the machine may be busy
  page.troubles = [];
  page.on('pageerror', (error) => page.troubles.push(`page error: ${error}`));
  page.on('console', (message) => {
    if (message.type() === 'error') page.troubles.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(base) && !/^(data|blob):/.test(url)) page.troubles.push(`a request to ${url}`);
  });
  await page.goto(`${base}/`);
  return page;
}

/** Nothing went wrong in the page but what `expected` names. */
export function assertQuiet(page, expected = /^$/) {
  assert.deepEqual(page.troubles.splice(0).filter((trouble) => !expected.test(trouble)), []);
}

export async function signIn(page, secret = clientSecret) {
  await page.fill('[name=id]', clientId);
  await page.fill('[name=secret]', secret);
  await page.keyboard.press('Enter');
}

export async function signedIn(options) {
  const page = await visit(options);
  await signIn(page);
  await page.getByRole('heading', { name: /Orders|Aufträge/, level: 1 }).waitFor();
  return page;
}

export async function shoot(page, name) {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

/** WCAG 2.2, levels A and AA, as far as a program can tell; and nothing sticks out of the window. */
export async function assertAccessible(page, name) {
  await shoot(page, name);
  // As a debugger would, for the page's own policy forbids foreign scripts.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }));
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
  assert.deepEqual(found, [], name);
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  assert.ok(scrollWidth <= clientWidth, `${name}: ${scrollWidth} pixels wide in ${clientWidth}`);
}

let token;

/** Data of a GraphQL request that does not go through the page. */
export async function graphql(query, variables = {}) {
  const credentials = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
  token ??= (await (await fetch(`${base}/v1/authentication/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: JSON.stringify(credentials),
  })).json()).access_token;
  const answer = await fetch(`${base}/v1/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await answer.json();
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

/** Until `condition` gives something true. */
export async function until(condition, what) {
  const end = Date.now() + 120_000;
  while (Date.now() < end) {
    const value = await condition();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited in vain for ${what}`);
}
