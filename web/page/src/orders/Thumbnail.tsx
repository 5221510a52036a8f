import { useEffect, useRef, useState } from "preact/hooks";

import { download } from "../api/client";
import { listResults } from "../api/requests";
import type { Plan } from "../plan/model";
import { boxOf } from "../plan/geometry";
import { closed } from "../plan/scene";
import { straightening, turned } from "../plan/view";

interface Picture {
  walls: string;
  rooms: string;
  viewBox: string;
}

// A plan never changes once its order has ended.
const kept = new Map<string, Promise<Picture | null>>();

function picture(plan: Plan): Picture | null {
  const storey = plan.storeys.reduce((best, s) => (s.rooms.length > best.rooms.length ? s : best), plan.storeys[0]!);
  if (!storey || storey.walls.length === 0) return null;
  const turn = straightening(storey.walls);
  const flip = (ring: [number, number][]) =>
    ring.map((p) => turned(p, turn)).map(([x, y]): [number, number] => [x, -y]);
  const walls = storey.walls.map((wall) => flip(wall.polygon));
  const { low, high } = boxOf(walls.flat());
  const margin = 0.04 * Math.max(high[0] - low[0], high[1] - low[1]);
  return {
    walls: walls.map(closed).join(""),
    rooms: storey.rooms.map((room) => closed(flip(room.polygon))).join(""),
    viewBox: [low[0] - margin, low[1] - margin, high[0] - low[0] + 2 * margin, high[1] - low[1] + 2 * margin].join(" "),
  };
}

async function load(order: string): Promise<Picture | null> {
  const result = (await listResults(order)).find(({ file_name }) => file_name === "plan.json");
  return result ? picture(await (await download(result.download_url)).json()) : null;
}

/** The plan in small, once it comes into sight. */
export function Thumbnail({ order, done }: { order: string; done: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Picture | null>(null);
  useEffect(() => {
    if (!done) return;
    let gone = false;
    const show = () => {
      const wanted = kept.get(order) ?? load(order);
      kept.set(order, wanted);
      wanted.then(
        (result) => !gone && setShown(result),
        () => kept.delete(order),
      );
    };
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      show();
    });
    watch.observe(ref.current!);
    return () => {
      gone = true;
      watch.disconnect();
    };
  }, [order, done]);
  return (
    <div class="thumbnail" ref={ref} aria-hidden="true">
      {shown && (
        <svg viewBox={shown.viewBox}>
          <path class="rooms" d={shown.rooms} />
          <path class="walls" d={shown.walls} />
        </svg>
      )}
    </div>
  );
}
