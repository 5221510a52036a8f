import { useEffect, useState } from "preact/hooks";

import { cancelOrder, deleteOrder, getOrder } from "../api/requests";
import { type Asset, hasEnded, type Order } from "../api/types";
import { t } from "../i18n";
import { area, dateTime, unitsOf } from "../parts/format";
import { Confirm } from "../parts/Dialog";
import { lazily } from "../parts/lazily";
import { useAction, useLoad } from "../parts/load";
import { go, to } from "../parts/route";
import { Trouble, TroubleBox } from "../parts/Trouble";
import { forget, sending } from "../upload/uploads";
import { Downloads } from "./Downloads";
import { latest, useLive, useProgress } from "./live";
import { Sending } from "./Sending";
import { Progress, Status } from "./Status";

const PlanTab = lazily(() => import("../plan/PlanTab").then((m) => m.PlanTab));
const ReportTab = lazily(() => import("../plan/ReportTab").then((m) => m.ReportTab));

const tabs = ["plan", "report", "downloads"] as const;

export function OrderPage({ id, tab = "plan" }: { id: string; tab: string | undefined }) {
  const loaded = useLoad(() => getOrder(id), [id], latest);
  const order = loaded.data;
  const refresh = (changed: Order) =>
    loaded.change((before) => (before.order_id === changed.order_id ? latest(before, { ...before, ...changed }) : before));
  useLive(order ? [order] : [], refresh);
  useProgress(order, refresh);
  const submitted = sending.value.get(id)?.submitted;
  useEffect(() => {
    if (submitted) loaded.reload();
  }, [submitted]);
  if (!order) return loaded.failure ? <Trouble failure={loaded.failure} again={loaded.reload} /> : <p class="wait">{t("loading")}</p>;
  return (
    <>
      <OrderHead order={order} reload={loaded.reload} />
      <OrderBody order={order} tab={tab} reload={loaded.reload} />
    </>
  );
}

function OrderHead({ order, reload }: { order: Order; reload: () => void }) {
  const [asking, setAsking] = useState<"cancel" | "delete" | null>(null);
  const { act, failure } = useAction(async (what: "cancel" | "delete") => {
    setAsking(null);
    forget(order.order_id);
    if (what === "cancel") {
      await cancelOrder(order.order_id);
      reload();
    } else {
      await deleteOrder(order.order_id);
      go("orders");
    }
  });
  const facts = [order.address, t("order.created", { when: dateTime(order.created) })];
  if (order.completed) facts.push(t("order.ended", { when: dateTime(order.completed) }));
  const { summary } = order;
  return (
    <div class="order-head">
      <p>
        <a href={to("orders")}>← {t("nav.orders")}</a>
      </p>
      <div class="heading">
        <h1>{order.order_name}</h1>
        <div aria-live="polite">
          <Status status={order.order_status} />
        </div>
        <span class="spread" />
        {!hasEnded(order.order_status) && (
          <button type="button" onClick={() => setAsking("cancel")}>
            {t("order.cancel")}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => setAsking("delete")}>
          {t("order.delete")}
        </button>
      </div>
      <p class="detail">
        {[
          summary && `${t("storeys.n", { n: summary.storeys })} · ${t("rooms.n", { n: summary.rooms })} · ${area(summary.floor_area_m2, unitsOf(order.model_units))}`,
          ...facts,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <Trouble failure={failure} />
      {asking && (
        <Confirm
          title={t(`order.${asking}`)}
          text={t(`order.${asking}.text`, { name: order.order_name })}
          yes={t(`order.${asking}`)}
          onYes={() => void act(asking)}
          onNo={() => setAsking(null)}
        />
      )}
    </div>
  );
}

function OrderBody({ order, tab, reload }: { order: Order & { assets: Asset[] }; tab: string; reload: () => void }) {
  switch (order.order_status) {
    case "DRAFT":
    case "UPLOADING":
      return <Sending order={order} onSubmitted={reload} />;
    case "INITIALIZED":
    case "PROCESSING":
      return (
        <section class="stack narrow" aria-label={t(`status.${order.order_status}`)}>
          <p>{t(order.order_status === "PROCESSING" ? "order.processing" : "order.queued")}</p>
          <Progress order={order} />
        </section>
      );
    case "ERROR":
      return <TroubleBox code={`ORDER_${order.error?.code ?? ""}`} message={order.error?.message ?? ""} />;
    case "CANCELLED":
      return <p>{t("order.wasCancelled")}</p>;
    case "COMPLETED":
      return <Results order={order} tab={tab} />;
  }
}

function Results({ order, tab }: { order: Order; tab: string }) {
  return (
    <>
      <nav class="tabs" aria-label={t("order.views")}>
        {tabs.map((name) => (
          <a key={name} href={to("orders", order.order_id, name)} aria-current={tab === name ? "page" : undefined}>
            {t(`tab.${name}`)}
          </a>
        ))}
      </nav>
      {tab === "downloads" ? (
        <Downloads order={order} />
      ) : tab === "report" ? (
        <ReportTab order={order} />
      ) : (
        <PlanTab order={order} />
      )}
    </>
  );
}
