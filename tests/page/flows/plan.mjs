// The plan of HOUSE, an order of two storeys, and of COTTAGE, one in feet and inches: what the pointer finds, measuring,
// layers, colours, points of the scan, tables, keys, fingers, paper; the report and the downloads.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

import { assertAccessible, assertQuiet, base, browser, graphql, signedIn, until } from './browser.mjs';

const { HOUSE: house, COTTAGE: cottage, FOLDER: folder } = process.env;
const files = async (order) => (await graphql(
  'query($id: ID!) { results(order_id: $id) { file_name download_url size_bytes } }', { id: order })).results;
const planFile = (await files(house)).find(({ file_name: name }) => name === 'plan.json');
const plan = await (await fetch(planFile.download_url)).json();
assert.equal(plan.storeys.length, 2);

const page = await signedIn({ viewport: { width: 1400, height: 1500 } }); // drawing and tables in sight at a time
await page.goto(`${base}/#/orders/${house}`);
const canvas = page.locator('canvas');
await canvas.waitFor();
await page.getByText('Choose a room, a wall').waitFor();
await assertAccessible(page, 'plan');
const box = await canvas.boundingBox();
const panel = page.locator('.selection');
const heading = () => panel.locator('h2').textContent();
const fact = (name) => panel.locator('dl div', { has: page.locator('dt', { hasText: name }) }).locator('dd').allTextContents();
const row = (name) => page.locator('tr', { has: page.getByRole('button', { name, exact: true }) });

/** What the tip beside the pointer names at a place of the canvas; nothing over nothing. */
async function tipAt(x, y) {
  await page.mouse.move(box.x + x, box.y + y);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate(() => document.querySelector('.tip strong')?.textContent);
}

/** Where points of the plan lie in the canvas now: from what the page says of two places. */
async function projection() {
  const place = async (x, y) => {
    await tipAt(x, y);
    const [, px, py] = /x (-?[\d.]+) +y (-?[\d.]+)/.exec(await page.locator('.place').textContent());
    return [Number(px), Number(py)];
  };
  const [a, b] = [[50, 50], [Math.round(box.width) - 50, Math.round(box.height) - 50]];
  const [p, q] = [await place(...a), await place(...b)];
  // x + iy of the screen (y up) = m * (x + iy of the plan) + n
  const [dx, dy, ux, uy] = [b[0] - a[0], a[1] - b[1], q[0] - p[0], q[1] - p[1]];
  const square = ux * ux + uy * uy;
  const m = [(dx * ux + dy * uy) / square, (dy * ux - dx * uy) / square];
  const at = ([x, y]) => [a[0] + m[0] * (x - p[0]) - m[1] * (y - p[1]), a[1] - (m[1] * (x - p[0]) + m[0] * (y - p[1]))];
  return { at, scale: Math.hypot(...m) };
}

const click = ([x, y]) => page.mouse.click(box.x + x, box.y + y);
const colourAt = ([x, y]) => canvas.evaluate((element, at) => [...element.getContext('2d').getImageData(
  at[0] * devicePixelRatio, at[1] * devicePixelRatio, 1, 1).data.slice(0, 3)], [x, y]);
const settled = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// ---- what the pointer finds, and how it is linked with the tables

const [storey] = plan.storeys;
const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const inMiddle = ({ start, end }) => middle(start, end);
const free = storey.walls.find((one) => !storey.openings.some((opening) => opening.wall_id === one.id));
let view = await projection();
const wallPlace = view.at(inMiddle(free));
await click(wallPlace);
const wall = await heading();
assert.match(wall, /^Wall \d+$/);
assert.match((await fact('Thickness'))[0], /^0\.\d{3} m/);
assert.match((await fact('Position'))[0], /^± \d+\.\d mm$/);
assert.match((await fact('Deviation'))[0], /mm$/);
assert.match((await fact('Confidence'))[0], /^\d+%$/);
await page.locator(`tr.selected`, { hasText: wall }).waitFor();

const measured = plan.storeys[0].rooms.find(({ polygon }) => polygon.length === 4);
const room = measured.name;
await row(room).getByRole('button').click();
assert.equal(await heading(), room);
assert.equal((await fact('Area'))[0], `${measured.area.toFixed(2)} m² ± ${measured.uncertainty.area_m2.toFixed(2)} m²`);
assert.match((await fact('Clear size'))[0], /^\d\.\d{3} m ± \d+\.\d mm$/);
await assertAccessible(page, 'plan-selected');
await page.keyboard.press('Escape');

// ---- measuring: clear sizes and areas are those of the engine

await canvas.focus();
await page.keyboard.press('Escape');
await panel.getByText('Choose a room').waitFor();
view = await projection();
// One whose ends lie on plain face: the cursor prefers corners, of openings and where walls meet.
const corners = [...storey.walls.flatMap(({ polygon }) => polygon), ...storey.rooms.flatMap(({ polygon }) => polygon),
  ...storey.openings.flatMap(({ start: a, end: b }) => [a, b])];
const plainFace = (p) => corners.every((corner) => Math.hypot(corner[0] - p[0], corner[1] - p[1]) > 0.4);
const clear = storey.rooms.flatMap(({ clear_dimensions: all }) => all).find(({ from, to }) => plainFace(from) && plainFace(to));
await page.getByRole('button', { name: 'Measure' }).click();
await page.getByText('Choose the first point').waitFor();
await click(view.at(clear.from));
await page.getByText('Choose the second point').waitFor();
await click(view.at(clear.to).map((one) => one + 3)); // not opposite: between parallel faces that does not matter
const measurements = page.locator('.measured li');
const across = await measurements.first().textContent();
const length = Number(/^([\d.]+) m ± [\d.]+ mm \(clear\)/.exec(across)?.[1]);
assert.ok(Math.abs(length - clear.length) < 0.015, `${across} is not ${clear.length}`);

await page.getByRole('button', { name: 'Area' }).click();
for (const corner of [...measured.polygon, measured.polygon[0]]) await click(view.at(corner));
const areaText = await measurements.nth(1).textContent();
const area = Number(/^([\d.]+) m² \(perimeter [\d.]+ m\)/.exec(areaText)?.[1]);
assert.ok(Math.abs(area - measured.area) < 0.011, `${areaText} is not ${measured.area}`);
await assertAccessible(page, 'plan-measured');

// ---- by keys alone

await canvas.focus();
await page.keyboard.press('m');
await page.keyboard.press('ArrowRight');
await page.keyboard.press('Enter');
for (let i = 0; i < 5; ++i) await page.keyboard.press('ArrowDown');
await page.keyboard.press('Enter');
await measurements.nth(2).waitFor();
await page.getByRole('button', { name: 'Remove this measurement' }).last().click();
assert.equal(await measurements.count(), 2);
await canvas.focus();
await page.keyboard.press('l');
await page.keyboard.press('n');
const first = await heading();
await page.keyboard.press('n');
assert.notEqual(await heading(), first);
await page.keyboard.press('p');
assert.equal(await heading(), first);
await page.keyboard.press('PageUp');
assert.equal(await page.getByLabel('Storey', { exact: true }).inputValue(), '1');
await row(plan.storeys[1].rooms[0].name).waitFor();
await page.keyboard.press('PageDown');
await row(room).waitFor();

// ---- layers, colours, points

await page.keyboard.press('Escape');
await page.keyboard.press('0');
await settled();
const dark = await colourAt(wallPlace);
await page.getByRole('checkbox', { name: 'Walls', exact: true }).uncheck();
await settled();
assert.notDeepEqual(await colourAt(wallPlace), dark);
await page.getByRole('checkbox', { name: 'Walls', exact: true }).check();
for (const [quality, legend] of [['confidence', /100%.*0%/s], ['position', /0\.0 mm.*mm/s], ['deviation', /mm/]]) {
  await page.getByLabel('Colour walls by').selectOption(quality);
  await settled();
  const [r, g, b] = await colourAt(wallPlace);
  assert.ok(Math.max(r, g, b) - Math.min(r, g, b) > 60, `${quality}: ${[r, g, b]} is a colour`);
  assert.match(await page.locator('.legend').innerText(), legend);
}
await assertAccessible(page, 'plan-coloured');
await page.getByLabel('Colour walls by').selectOption('none');
const tinted = () => canvas.evaluate((element) => {
  const { data } = element.getContext('2d').getImageData(0, 0, element.width, element.height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i] > data[i + 2] + 40) ++count;
  return count;
});
await page.getByRole('button', { name: 'Remove this measurement' }).first().click();
await page.getByRole('button', { name: 'Remove this measurement' }).click();
await until(async () => (await tinted()) === 0, 'a drawing without colours');
await page.getByLabel('Points of the scan').check();
await until(async () => (await tinted()) > 20_000, 'points');
// Walls lie on points: along faces that were seen there are more than a quarter of a metre before and behind them.
view = await projection();
const strips = storey.walls.flatMap(({ faces }) => faces).filter(({ coverage }) => coverage > 0.8).map(({ a, b }) => {
  const [ux, uy] = [b[0] - a[0], b[1] - a[1]].map((one) => one / Math.hypot(b[0] - a[0], b[1] - a[1]));
  return [-0.25, 0, 0.25].map((off) => Array.from({ length: 21 }, (_, i) =>
    view.at([0, 1].map((k) => a[k] + ((b[k] - a[k]) * (i + 5)) / 30 + off * (k ? ux : -uy)))));
});
assert.ok(strips.length >= 4, `${strips.length} faces`);
await page.getByRole('checkbox', { name: 'Walls', exact: true }).uncheck();
await settled();
const tints = await canvas.evaluate((element, [all, margin]) => {
  const context = element.getContext('2d');
  const tint = ([x, y]) => {
    const { data } = context.getImageData(x - margin, y - margin, 2 * margin, 2 * margin);
    let sum = 0;
    for (let i = 0; i < data.length; i += 4) sum += Math.max(0, data[i] - data[i + 2]);
    return (4 * sum) / data.length;
  };
  return all.map((strip) => strip.map((places) => places.reduce((sum, place) => sum + tint(place), 0) / places.length));
}, [strips, Math.max(2, Math.round(view.scale * 0.04))]);
await page.getByRole('checkbox', { name: 'Walls', exact: true }).check();
const onPoints = tints.filter(([before, on, behind]) => on > 1.2 * before && on > 1.2 * behind).length;
assert.ok(onPoints > 0.8 * tints.length, `${onPoints} of ${tints.length} faces lie on points: ${JSON.stringify(tints)}`);
await assertAccessible(page, 'plan-points');
await page.getByLabel('Points of the scan').uncheck();

// ---- wheel, dragging, fingers

const near = (a, b, what) => assert.ok(Math.hypot(a[0] - b[0], a[1] - b[1]) < 2, `${what}: ${a} is not ${b}`);
const target = middle(measured.polygon[0], measured.polygon[2]);
const start = view.at(target);
const plain = view.scale;
await page.mouse.move(box.x + start[0], box.y + start[1]);
await page.mouse.wheel(0, -400);
await settled();
view = await projection();
near(view.at(target), start, 'what lies under the pointer stays there');
assert.ok(view.scale > 1.5 * plain, `${view.scale} after zooming, ${plain} before`);
await page.getByRole('button', { name: 'Fit' }).click();
await page.mouse.move(box.x + start[0], box.y + start[1]);
await page.mouse.down();
await page.mouse.move(box.x + start[0] + 60, box.y + start[1] + 40, { steps: 5 });
await page.mouse.up();
view = await projection();
near(view.at(target), [start[0] + 60, start[1] + 40], 'dragged');
assert.ok(Math.abs(view.scale - plain) < 0.01 * plain, 'moved, not enlarged');
await page.getByRole('button', { name: 'Fit' }).click();
const touch = await page.context().newCDPSession(page);
const fingers = (type, apart) => touch.send('Input.dispatchTouchEvent', {
  type, touchPoints: type === 'touchEnd' ? [] : [-apart, apart].map((dx, id) =>
    ({ x: box.x + start[0] + dx, y: box.y + start[1], id })),
});
await fingers('touchStart', 20);
for (const apart of [24, 30, 36, 40]) await fingers('touchMove', apart);
await fingers('touchEnd', 40);
view = await projection();
near(view.at(target), start, 'between the fingers');
assert.ok(Math.abs(view.scale - 2 * plain) < 0.05 * plain, `${view.scale} after pinching to double, ${plain} before`);

// ---- paper

await page.getByRole('button', { name: 'Fit' }).click();
await page.evaluate(() => (window.print = () => (window.printed = true)));
await page.getByRole('button', { name: 'Print' }).click();
const dialog = page.getByRole('dialog', { name: 'Print' });
await dialog.getByLabel('Paper').selectOption('A3');
await dialog.getByLabel('Scale').selectOption('20');
await dialog.getByText('larger than the sheet').waitFor();
await dialog.getByLabel('Scale').selectOption('50');
await dialog.getByText('The plan fits the sheet').waitFor();
await assertAccessible(page, 'print');
await dialog.getByRole('button', { name: 'Print' }).click();
assert.equal(await page.evaluate(() => window.printed), true);
await page.emulateMedia({ media: 'print' });
const bar = await page.locator('.sheet .scale-bar rect').evaluate((rect) => rect.getBoundingClientRect().width);
const metres = parseFloat(await page.locator('.sheet .scale-bar text').textContent());
assert.ok(Math.abs(bar - ((metres * 1000) / 50) * (96 / 25.4)) < 0.5, `${bar} pixels for ${metres} m`);
const pdf = `${folder}/sheet.pdf`;
fs.writeFileSync(pdf, await page.pdf({ preferCSSPageSize: true }));
const info = execFileSync('pdfinfo', [pdf], { encoding: 'utf8' });
assert.match(info, /Pages: +1\n/);
assert.match(info, /Page size: +119\d(\.\d+)? x 84\d/, info);
const text = execFileSync('pdftotext', [pdf, '-'], { encoding: 'utf8' });
assert.match(text, /House · .*1:50/);
assert.match(text, new RegExp(room));
await page.evaluate(() => dispatchEvent(new Event('afterprint')));
await page.emulateMedia({ media: 'screen' });
assert.equal(await page.locator('.sheet').count(), 0);

// ---- report and downloads

await page.getByRole('link', { name: 'Report' }).click();
await page.getByText(/walls\. Half of the measured ones lie within ± /).waitFor();
await page.getByText(/scan\.e57|E57/).first().waitFor();
await assertAccessible(page, 'report');
await page.getByRole('link', { name: 'Downloads' }).click();
await page.getByRole('link', { name: 'plan.ifc' }).waitFor();
const offered = await page.locator('.downloads a').evaluateAll((links) => links.map((link) => link.download).sort());
assert.deepEqual(offered, (await files(house)).map(({ file_name: name }) => name).sort());
assert.ok(['csv', 'dxf', 'geojson', 'html', 'ifc', 'json', 'pdf', 'pgw', 'png', 'svg'].every(
  (ending) => offered.some((name) => name.endsWith(`.${ending}`))), `${offered}`);
const [download] = await Promise.all([
  page.waitForEvent('download'), page.getByRole('link', { name: 'plan.ifc' }).click()]);
assert.equal(download.suggestedFilename(), 'plan.ifc');
assert.match(fs.readFileSync(await download.path(), 'utf8'), /^ISO-10303-21/);
for (const { file_name: name, size_bytes: size } of await files(house)) {
  const answer = await page.request.get(await page.getByRole('link', { name, exact: true }).evaluate((link) => link.href));
  assert.match(answer.headers()['content-disposition'], new RegExp(`attachment; filename="${name}"`));
  assert.equal((await answer.body()).length, size, name);
}
await assertAccessible(page, 'downloads');

// ---- feet and inches; an order that has no points; a phone, dark, in German

await page.goto(`${base}/#/orders/${cottage}`);
await row('Room 1').getByRole('button').click();
assert.match((await fact('Area'))[0], /^[\d.]+ ft² ± [\d.]+ ft²$/);
assert.match((await fact('Clear size'))[0], /^\d+′ \d+( \d+\/\d+)?″ ± 0\.\d\d″$/);
await page.getByLabel('Points of the scan').check();
await page.getByText('no picture of its points').waitFor();
await page.getByLabel('Language').selectOption('de');
await page.getByLabel('Darstellung').selectOption('dark');
await page.setViewportSize({ width: 360, height: 640 });
await row('Raum 1').waitFor();
await assertAccessible(page, 'plan-360-german-dark');
await page.goto(`${base}/#/orders/${cottage}/report`);
await page.getByText('95-%-Bereiche').waitFor();
await assertAccessible(page, 'report-360-german-dark');
await page.setViewportSize({ width: 3840, height: 2160 });
await page.goto(`${base}/#/orders/${house}/plan`);
await canvas.waitFor();
await assertAccessible(page, 'plan-4k-dark');
assertQuiet(page);
await browser.close();
console.log('the plan works');
