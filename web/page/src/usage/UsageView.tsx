import { usage } from "../api/client";
import { session } from "../api/session";
import { t } from "../i18n";
import { number, time } from "../parts/format";

export function UsageView() {
  const now = usage.value;
  return (
    <section class="stack narrow">
      <h1>{t("usage.title")}</h1>
      {now && (
        <>
          <p class="large">{t("usage.used", { used: number(now.limit - now.remaining, 0), limit: number(now.limit, 0) })}</p>
          <meter min={0} max={now.limit} high={now.limit * 0.9} optimum={0} value={now.limit - now.remaining} aria-label={t("usage.title")} />
          <p>{t("usage.reset", { time: time(now.reset) })}</p>
          <p class="detail">{t("usage.text")}</p>
        </>
      )}
      {session.value && <p class="detail">{t("usage.session", { client: session.value.clientId, time: time(session.value.expires) })}</p>}
    </section>
  );
}
