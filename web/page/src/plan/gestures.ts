// From pointers, wheel and fingers to what they mean.
import type { Point } from "./model";

export interface Gestures {
  onPan: (dx: number, dy: number) => void;
  onZoom: (factor: number, at: Point) => void;
  onPinch: (before: [Point, Point], after: [Point, Point]) => void;
  /** A pointer that presses nothing, or none any more. */
  onMove: (at: Point | undefined) => void;
  onTap: (at: Point, reach: number) => void;
}

const kTap = 6; // pixels that a press may move and still be a tap
const kFinger = 22; // pixels around a finger that it may have meant
const kPointer = 6;
const kWheel = 0.0016; // zoom by a pixel of the wheel, as exponent

/** Listens until the function it returns is called. */
export function listen(canvas: HTMLElement, gestures: Gestures): () => void {
  const down = new Map<number, Point>();
  let start: Point | undefined;
  let moved = false;
  const at = (event: PointerEvent | WheelEvent): Point => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const two = (): [Point, Point] => [...down.values()].slice(0, 2) as [Point, Point];

  const handlers = {
    pointerdown(event: PointerEvent) {
      if (event.button > 1) return;
      canvas.setPointerCapture(event.pointerId);
      down.set(event.pointerId, at(event));
      moved = down.size > 1;
      start = at(event);
    },
    pointermove(event: PointerEvent) {
      const here = at(event);
      const before = down.get(event.pointerId);
      if (!before) return gestures.onMove(here);
      const old = two();
      if (!moved && start && Math.hypot(here[0] - start[0], here[1] - start[1]) < kTap) return;
      moved = true;
      down.set(event.pointerId, here);
      if (down.size === 1) gestures.onPan(here[0] - before[0], here[1] - before[1]);
      else if (down.size === 2) gestures.onPinch(old, two());
    },
    pointerup(event: PointerEvent) {
      if (!down.delete(event.pointerId)) return;
      if (!moved && down.size === 0) gestures.onTap(at(event), event.pointerType === "touch" ? kFinger : kPointer);
    },
    pointercancel(event: PointerEvent) {
      down.delete(event.pointerId);
    },
    pointerleave() {
      if (down.size === 0) gestures.onMove(undefined);
    },
    wheel(event: WheelEvent) {
      event.preventDefault();
      const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1);
      gestures.onZoom(Math.exp(-pixels * kWheel * (event.ctrlKey ? 4 : 1)), at(event)); // with Ctrl: a trackpad's pinch
    },
  };
  for (const [name, handler] of Object.entries(handlers))
    canvas.addEventListener(name, handler as EventListener, { passive: false });
  return () => {
    for (const [name, handler] of Object.entries(handlers)) canvas.removeEventListener(name, handler as EventListener);
  };
}
