// A session ends by itself with its token, in the middle of what the user does, and goes on after signing in again.
import assert from 'node:assert/strict';

import { assertQuiet, browser, clientSecret, signedIn } from './browser.mjs';

const page = await signedIn();
await page.getByRole('link', { name: 'New order' }).click();
await page.fill('[name=name]', 'Half written');
const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
await dialog.waitFor();
await dialog.locator('[name=secret]').fill(clientSecret);
await dialog.getByRole('button', { name: 'Go on' }).click();
await dialog.waitFor({ state: 'detached' });
assert.equal(await page.inputValue('[name=name]'), 'Half written');
await dialog.waitFor(); // the next one, to be left this time
await dialog.getByRole('button', { name: 'Sign out' }).click();
await page.getByRole('button', { name: 'Sign in' }).waitFor();
assertQuiet(page, /401|400/); // revoking a token that has expired
await browser.close();
