// Times in the browser for bench/page.py, as one line of JSON: the first view of the plan of ORDER, and frames while it is
// dragged and zoomed.
import { base, browser, signedIn } from './browser.mjs';

const { ORDER: order } = process.env;
const page = await signedIn();
const load = await page.evaluate(() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd);

/** From the click on the order to the first frame that has walls in it, ms. */
const firstView = await page.evaluate((address) => new Promise((done) => {
  const start = performance.now();
  location.hash = address;
  const look = () => {
    const canvas = document.querySelector('canvas');
    const context = canvas?.width > 300 && canvas.getContext('2d');
    if (context) {
      const { data } = context.getImageData(0, canvas.height / 2, canvas.width, 1);
      for (let i = 0; i < data.length; i += 4) if (data[i] < 60) return done(performance.now() - start);
    }
    requestAnimationFrame(look);
  };
  look();
}), `#/orders/${order}`);

const rooms = await page.locator('.tables details').first().locator('tbody tr').count();

/** Milliseconds between frames while `move` is called before each of them. */
const frames = (count, moves) => page.evaluate(([n, kind]) => new Promise((done) => {
  const canvas = document.querySelector('canvas');
  const box = canvas.getBoundingClientRect();
  const at = (dx, dy) => ({ clientX: box.left + box.width / 2 + dx, clientY: box.top + box.height / 2 + dy, bubbles: true,
    cancelable: true, pointerId: 1, pointerType: 'mouse', button: 0 });
  canvas.setPointerCapture = () => {};
  if (kind === 'drag') canvas.dispatchEvent(new PointerEvent('pointerdown', at(0, 0)));
  const times = [];
  let last;
  const frame = (now) => {
    if (last !== undefined) times.push(now - last);
    last = now;
    const i = times.length;
    if (i === n) {
      canvas.dispatchEvent(new PointerEvent('pointerup', at(0, 0)));
      return done(times);
    }
    if (kind === 'drag') canvas.dispatchEvent(new PointerEvent('pointermove', at(200 * Math.sin(i / 9), 60 * Math.sin(i / 5))));
    else canvas.dispatchEvent(new WheelEvent('wheel', { ...at(0, 0), deltaY: 60 * Math.sin(i / 7) }));
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}), [count, moves]);

const spread = (times) => {
  const sorted = [...times].sort((a, b) => a - b);
  return { median_ms: sorted[Math.floor(sorted.length / 2)], p95_ms: sorted[Math.floor(sorted.length * 0.95)] };
};
const plain = { drag: spread(await frames(240, 'drag')), zoom: spread(await frames(240, 'zoom')) };
await page.getByLabel('Points of the scan').check();
await page.getByLabel('Clear sizes').check();
await page.waitForTimeout(1000);
const points = { drag: spread(await frames(240, 'drag')), zoom: spread(await frames(240, 'zoom')) };
console.log(JSON.stringify({ service: base, rooms, page_load_ms: load, first_view_ms: firstView, plain, points }));
await browser.close();
