import { useEffect, useState } from "preact/hooks";

import { listOrders, listProjects, type OrderFilter } from "../api/requests";
import type { Order, Page } from "../api/types";
import { t } from "../i18n";
import { area, dateTime, unitsOf } from "../parts/format";
import { useLoad } from "../parts/load";
import { firstPage, Pager } from "../parts/Pager";
import { to } from "../parts/route";
import { Trouble } from "../parts/Trouble";
import { latest, useLive } from "./live";
import { Progress, Status } from "./Status";
import { Thumbnail } from "./Thumbnail";

const groups = {
  all: undefined,
  open: ["DRAFT", "UPLOADING"],
  running: ["INITIALIZED", "PROCESSING"],
  COMPLETED: ["COMPLETED"],
  ERROR: ["ERROR"],
  CANCELLED: ["CANCELLED"],
} as const;
type Group = keyof typeof groups;

interface Wanted {
  name: string;
  group: Group;
  project: string;
  after: string;
  before: string;
}

const everything: Wanted = { name: "", group: "all", project: "", after: "", before: "" };

/** Of a day by the user's calendar: its beginning, or that of the next. */
const dayStart = (day: string, plus = 0) => {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  return new Date(year, month - 1, date + plus).toISOString();
};

function filterOf({ name, group, project, after, before }: Wanted): OrderFilter {
  const filter: OrderFilter = {};
  if (name.trim()) filter.name_contains = name.trim();
  if (groups[group]) filter.order_status = [...groups[group]!];
  if (project) filter.project_id = project;
  if (after) filter.created_after = dayStart(after);
  if (before) filter.created_before = dayStart(before, 1);
  return filter;
}

// Kept while the page is open, so that the way back from an order leads to the same list.
let last = everything;

export function OrderList() {
  const [wanted, setWanted] = useState(last);
  const [asked, setAsked] = useState(last);
  const [page, setPage] = useState<Page>(firstPage);
  const orders = useLoad(() => listOrders(filterOf(asked), page), [JSON.stringify([asked, page])]);
  const projects = useLoad(listProjects, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      last = wanted;
      setAsked(wanted);
      setPage(firstPage);
    }, wanted.name === asked.name ? 0 : 300);
    return () => clearTimeout(timer);
  }, [wanted]);
  const list = orders.data?.edges.map(({ node }) => node) ?? [];
  useLive(list, (changed) => {
    const join = (node: Order) => (node.order_id === changed.order_id ? latest(node, changed) : node);
    orders.change((before) => ({ ...before, edges: before.edges.map(({ node }) => ({ node: join(node) })) }));
  });
  const filtered = JSON.stringify(asked) !== JSON.stringify(everything);
  return (
    <>
      <div class="heading">
        <h1>{t("nav.orders")}</h1>
        <a class="button primary" href={to("orders", "new")}>
          {t("new.title")}
        </a>
      </div>
      <Filters wanted={wanted} onChange={setWanted} projects={projects.data ?? []} />
      <Trouble failure={orders.failure} again={orders.reload} />
      {orders.data && list.length === 0 && (
        <div class="empty">
          <p>{t(filtered ? "orders.noneFound" : "orders.none")}</p>
          {filtered && (
            <button type="button" onClick={() => setWanted(everything)}>
              {t("orders.showAll")}
            </button>
          )}
        </div>
      )}
      <ul class="orders" aria-busy={orders.loading}>
        {list.map((order) => (
          <OrderCard key={order.order_id} order={order} project={projects.data?.find((p) => p.project_id === order.project_id)?.project_name} />
        ))}
      </ul>
      {orders.data && <Pager of={orders.data} onPage={setPage} />}
    </>
  );
}

interface FiltersProps {
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
  projects: { project_id: string; project_name: string }[];
}

function Filters({ wanted, onChange, projects }: FiltersProps) {
  const field = (name: keyof Wanted) => ({
    value: wanted[name],
    onInput: (event: { currentTarget: { value: string } }) => onChange({ ...wanted, [name]: event.currentTarget.value }),
  });
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <label class="wide">
        {t("orders.search")}
        <input type="search" {...field("name")} />
      </label>
      <label>
        {t("orders.status")}
        <select {...field("group")}>
          {Object.keys(groups).map((group) => (
            <option value={group} key={group}>
              {t(`group.${group as Group}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("project")}
        <select {...field("project")}>
          <option value="">{t("group.all")}</option>
          {projects.map(({ project_id, project_name }) => (
            <option value={project_id} key={project_id}>
              {project_name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("orders.from")}
        <input type="date" {...field("after")} />
      </label>
      <label>
        {t("orders.until")}
        <input type="date" {...field("before")} />
      </label>
    </form>
  );
}

function OrderCard({ order, project }: { order: Order; project: string | undefined }) {
  const { summary } = order;
  return (
    <li>
      <a href={to("orders", order.order_id)} class="card">
        <Thumbnail order={order.order_id} done={order.order_status === "COMPLETED"} />
        <div class="card-text">
          <h2>{order.order_name}</h2>
          <Status status={order.order_status} />
          {order.order_status === "PROCESSING" && <Progress order={order} />}
          {summary && (
            <p>
              {t("storeys.n", { n: summary.storeys })} · {t("rooms.n", { n: summary.rooms })} ·{" "}
              {area(summary.floor_area_m2, unitsOf(order.model_units))}
            </p>
          )}
          {order.error && <p class="detail">{order.error.message}</p>}
          <p class="detail">{[project, order.address, dateTime(order.created)].filter(Boolean).join(" · ")}</p>
        </div>
      </a>
    </li>
  );
}
