// Orders that change while they are looked at.
import { useEffect } from "preact/hooks";

import { subscribe } from "../api/live";
import { getOrderState, orderStatusChanged } from "../api/requests";
import { hasEnded, type Order } from "../api/types";

/** Of two answers about an order: they may overtake each other, but an order that has ended does not change any more. */
export function latest<T extends Order>(before: T | undefined, next: T): T {
  return before?.order_id === next.order_id && hasEnded(before.order_status) ? before : next;
}

/** Calls `onChange` with the order after each change of its status, until it has ended. */
export function useLive(orders: Order[], onChange: (order: Order) => void): void {
  const open = orders.filter((order) => !hasEnded(order.order_status)).map((order) => order.order_id);
  useEffect(() => {
    const stops = open.map((id) => {
      const look = () => void getOrderState(id).then(onChange, () => undefined);
      return subscribe(orderStatusChanged, { id }, look, look);
    });
    return () => stops.forEach((stop) => stop());
  }, [open.join()]);
}

const kSoon = 2000; // ms
const kLater = 15_000;

/** Asks how far the engine is, less often the longer it takes; not while nobody looks. */
export function useProgress(order: Order | undefined, onChange: (order: Order) => void): void {
  const id = order?.order_status === "PROCESSING" || order?.order_status === "INITIALIZED" ? order.order_id : undefined;
  useEffect(() => {
    if (!id) return;
    let wait = kSoon;
    let over = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      if (!document.hidden) await getOrderState(id).then(onChange, () => undefined);
      if (over) return;
      wait = Math.min(kLater, wait * 1.15);
      timer = setTimeout(look, wait);
    };
    timer = setTimeout(look, wait);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [id]);
}
