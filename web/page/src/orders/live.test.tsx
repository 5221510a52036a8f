import { render } from "preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { subscribe } from "../api/live";
import { getOrder, getOrderState, listOrders } from "../api/requests";
import type { Order, OrderStatus } from "../api/types";
import { OrderList } from "./OrderList";
import { OrderPage } from "./OrderPage";

vi.mock("../api/live", () => ({ subscribe: vi.fn(() => () => undefined) }));
vi.mock("../api/requests", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  getOrder: vi.fn(), getOrderState: vi.fn(), listOrders: vi.fn(), listProjects: vi.fn(async () => []),
}));

const order = (id: string, status: OrderStatus): Order => ({
  order_id: id, order_name: id, order_status: status, created: "2026-01-01T00:00:00.000Z", submitted: null,
  completed: null, model_units: "Metric", project_id: "p", address: null, progress: { percentage: 0, stage: null },
  error: status === "ERROR" ? { code: "NO_PLAN", message: "" } : null, summary: null,
});
const loaded = (status: OrderStatus) => ({ ...order("a", status), assets: [] });

/** What was asked of the service, to be answered in any order. */
function pending<T>() {
  const answers: ((value: T) => void)[] = [];
  return { answers, ask: () => new Promise<T>((resolve) => void answers.push(resolve)) };
}
/** The service tells that the order has changed. */
function tell(id: string): void {
  for (const [, variables, next] of vi.mocked(subscribe).mock.calls) if (variables.id === id) next(null);
}
const statuses = () => [...document.querySelectorAll(".status")].map((status) => status.className.split("status-")[1]);
const shown = (...expected: OrderStatus[]) => vi.waitFor(() => expect(statuses()).toEqual(expected), 10_000);
const subscribed = (times: number) => vi.waitFor(() => expect(subscribe).toHaveBeenCalledTimes(times), 10_000);

let root: HTMLElement;
beforeEach(() => {
  vi.mocked(subscribe).mockClear();
  root = document.body.appendChild(document.createElement("div"));
});
afterEach(() => root.remove()); // not unmounted: happy-dom cannot take a form out

it("keeps the change of one order when another changes", async () => {
  const page = { totalCount: 2, pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null } };
  const edges = [{ node: order("a", "DRAFT") }, { node: order("b", "DRAFT") }];
  vi.mocked(listOrders).mockResolvedValue({ ...page, edges } as Awaited<ReturnType<typeof listOrders>>);
  vi.mocked(getOrderState).mockImplementation(async (id) => order(id, "UPLOADING"));
  render(<OrderList />, root);
  await subscribed(2);
  tell("a");
  await shown("UPLOADING", "DRAFT");
  tell("b");
  await shown("UPLOADING", "UPLOADING");
});

it("shows that an order has ended, whichever answer comes last", async () => {
  const { answers, ask } = pending<Order>();
  vi.mocked(getOrder).mockResolvedValue(loaded("INITIALIZED"));
  vi.mocked(getOrderState).mockImplementation(ask);
  render(<OrderPage id="a" tab={undefined} />, root);
  await subscribed(1);
  tell("a");
  tell("a");
  answers[1]!(order("a", "ERROR"));
  await shown("ERROR");
  answers[0]!(order("a", "PROCESSING"));
  await new Promise((resolve) => setTimeout(resolve, 100)); // for it to be drawn
  expect(statuses()).toEqual(["ERROR"]);
});
