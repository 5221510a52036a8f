import type { Order, OrderStatus } from "../api/types";
import { t, tOr } from "../i18n";
import { percent } from "../parts/format";

const signs: Record<OrderStatus, string> = {
  DRAFT: "○",
  UPLOADING: "↑",
  INITIALIZED: "…",
  PROCESSING: "◐",
  COMPLETED: "✓",
  ERROR: "!",
  CANCELLED: "×",
};

export function Status({ status }: { status: OrderStatus }) {
  return (
    <span class={`status status-${status}`}>
      <span aria-hidden="true">{signs[status]}</span> {t(`status.${status}`)}
    </span>
  );
}

/** How far the engine is. */
export function Progress({ order }: { order: Order }) {
  const { percentage, stage } = order.progress;
  const id = `progress-${order.order_id}`;
  return (
    <div class="progress">
      <progress max={100} value={percentage} aria-labelledby={id} />
      <span id={id}>
        {percent(percentage / 100)}
        {stage && ` · ${tOr(`stage.${stage}`, stage)}`}
      </span>
    </div>
  );
}
