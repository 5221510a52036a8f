// The plan, the report and the points of an order that has ended.
import { download } from "../api/client";
import { Failure } from "../api/failure";
import { listResults } from "../api/requests";
import type { Result } from "../api/types";
import { type DensityLayer, readWorldFile } from "./density";
import type { Plan, Report } from "./model";

async function fetchResult(order: string, wanted: (result: Result) => boolean): Promise<Response> {
  const result = (await listResults(order)).find(wanted);
  if (!result) throw new Failure("RESULT_GONE", "the result is not there any more");
  return download(result.download_url);
}

async function fetchJson<T>(order: string, name: string, schema: string): Promise<T> {
  const answer = await fetchResult(order, ({ file_name }) => file_name === name);
  const json = (await answer.json().catch(() => null)) as (T & { schema?: string }) | null;
  if (json?.schema !== schema) throw new Failure("RESULT_UNREADABLE", `${name} is not ${schema}`);
  return json;
}

// Results never change; the last plan is kept, because views go back and forth.
let last: { order: string; plan: Promise<Plan> } | undefined;

export function loadPlan(order: string): Promise<Plan> {
  if (last?.order !== order) {
    const plan = fetchJson<Plan>(order, "plan.json", "storey.plan/1");
    plan.catch(() => (last = undefined));
    last = { order, plan };
  }
  return last!.plan;
}

export const loadReport = (order: string) => fetchJson<Report>(order, "report.json", "storey.report/1");

/** Nothing where the order has no such result: earlier orders, or those that named other formats. */
export async function loadDensity(order: string, storey: number): Promise<DensityLayer | null> {
  const results = (await listResults(order)).filter((r) => r.format === "density" && r.storey === storey);
  const named = (ending: string) => results.find(({ file_name }) => file_name.endsWith(ending));
  const [picture, world] = [named(".png"), named(".pgw")];
  if (!picture || !world) return null;
  const [blob, text] = await Promise.all([
    download(picture.download_url).then((answer) => answer.blob()),
    download(world.download_url).then((answer) => answer.text()),
  ]);
  return { picture: await createImageBitmap(blob), ...readWorldFile(text) };
}
