import { useState } from "preact/hooks";

import { listDeliveries, redeliver } from "../api/requests";
import type { Delivery, Page } from "../api/types";
import { t, tOr } from "../i18n";
import { dateTime } from "../parts/format";
import { useAction, useLoad } from "../parts/load";
import { firstPage, Pager } from "../parts/Pager";
import { to } from "../parts/route";
import { Trouble } from "../parts/Trouble";

/** What was sent to a webhook, and what came back. */
export function Deliveries({ id }: { id: string }) {
  const [page, setPage] = useState<Page>(firstPage);
  const deliveries = useLoad(() => listDeliveries(id, page), [id, JSON.stringify(page)]);
  const { act, failure } = useAction(async (delivery: string) => {
    await redeliver(delivery);
    deliveries.reload();
  });
  return (
    <>
      <p>
        <a href={to("webhooks")}>← {t("nav.webhooks")}</a>
      </p>
      <div class="heading">
        <h1>{t("webhooks.log")}</h1>
        <button type="button" onClick={deliveries.reload}>
          {t("refresh")}
        </button>
      </div>
      <Trouble failure={failure} />
      <Trouble failure={deliveries.failure} again={deliveries.reload} />
      {deliveries.data?.edges.length === 0 && <p class="empty">{t("deliveries.none")}</p>}
      <ul class="rows">
        {deliveries.data?.edges.map(({ node }) => (
          <Row delivery={node} key={node.delivery_id} onAgain={() => void act(node.delivery_id)} />
        ))}
      </ul>
      {deliveries.data && <Pager of={deliveries.data} onPage={setPage} />}
    </>
  );
}

function Row({ delivery, onAgain }: { delivery: Delivery; onAgain: () => void }) {
  const { response_status: status, last_error: error, next_attempt: next } = delivery;
  let body = delivery.payload;
  try {
    body = JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // shown as it was sent
  }
  return (
    <li>
      <div class="heading">
        <h2>{tOr(`event.${delivery.event}`, delivery.event)}</h2>
        <span class={`status delivery-${delivery.delivery_status}`}>{t(`delivery.${delivery.delivery_status}`)}</span>
        <span class="spread" />
        <button type="button" onClick={onAgain}>
          {t("deliveries.again")}
        </button>
      </div>
      <p class="detail">
        {[
          dateTime(delivery.created),
          t("deliveries.attempts", { n: delivery.attempts }),
          status !== null && t("deliveries.answer", { status: String(status) }),
          error,
          delivery.delivery_status === "PENDING" && next && t("deliveries.next", { when: dateTime(next) }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <details>
        <summary>{t("deliveries.message")}</summary>
        <pre tabIndex={0}>{body}</pre>
      </details>
      <p class="detail">
        <a href={to("orders", delivery.order_id)}>{t("deliveries.order")}</a>
      </p>
    </li>
  );
}
