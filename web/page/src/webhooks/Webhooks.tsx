import { useState } from "preact/hooks";

import { createWebhook, deleteWebhook, listWebhooks, rotateSecret, updateWebhook } from "../api/requests";
import type { Webhook } from "../api/types";
import { t, tOr } from "../i18n";
import { Confirm, Dialog } from "../parts/Dialog";
import { dateTime } from "../parts/format";
import { useAction, useLoad } from "../parts/load";
import { to } from "../parts/route";
import { Trouble } from "../parts/Trouble";

const events = [
  "order.updated", "order.initialized", "order.processing", "order.completed", "order.error", "order.cancelled",
  "upload.finalized",
];

export function Webhooks() {
  const webhooks = useLoad(listWebhooks, []);
  const [secret, setSecret] = useState<string | null>(null);
  const [asking, setAsking] = useState<{ what: "delete" | "rotate"; webhook: Webhook } | null>(null);
  const { act, failure } = useAction(async (what: "delete" | "rotate" | "enable", webhook: Webhook) => {
    setAsking(null);
    if (what === "delete") await deleteWebhook(webhook.webhook_id);
    if (what === "enable") await updateWebhook(webhook.webhook_id, webhook.webhook_events);
    if (what === "rotate") setSecret((await rotateSecret(webhook.webhook_id)).webhook_secret ?? null);
    webhooks.reload();
  });
  return (
    <>
      <h1>{t("nav.webhooks")}</h1>
      <p class="lead">{t("webhooks.lead")}</p>
      <Create
        onCreated={(made) => {
          setSecret(made.webhook_secret ?? null);
          webhooks.reload();
        }}
      />
      <Trouble failure={failure} />
      <Trouble failure={webhooks.failure} again={webhooks.reload} />
      {webhooks.data?.length === 0 && <p class="empty">{t("webhooks.none")}</p>}
      <ul class="rows">
        {webhooks.data?.map((webhook) => (
          <li key={webhook.webhook_id}>
            <h2 class="address">{webhook.webhook_url}</h2>
            <p>{webhook.webhook_events.map((event) => tOr(`event.${event}`, event)).join(", ")}</p>
            <p class="detail">{t("order.created", { when: dateTime(webhook.created) })}</p>
            {webhook.disabled && (
              <p class="trouble" role="status">
                {t("webhooks.disabled", { when: dateTime(webhook.disabled) })}{" "}
                <button type="button" onClick={() => void act("enable", webhook)}>
                  {t("webhooks.enable")}
                </button>
              </p>
            )}
            <div class="actions">
              <a class="button" href={to("webhooks", webhook.webhook_id)}>
                {t("webhooks.log")}
              </a>
              <button type="button" onClick={() => setAsking({ what: "rotate", webhook })}>
                {t("webhooks.rotate")}
              </button>
              <button type="button" class="quiet" onClick={() => setAsking({ what: "delete", webhook })}>
                {t("webhooks.delete")}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {asking && (
        <Confirm
          title={t(`webhooks.${asking.what}`)}
          text={t(`webhooks.${asking.what}.text`)}
          yes={t(`webhooks.${asking.what}`)}
          onYes={() => void act(asking.what, asking.webhook)}
          onNo={() => setAsking(null)}
        />
      )}
      {secret && (
        <Dialog title={t("webhooks.secret")} onClose={() => setSecret(null)}>
          <p>{t("webhooks.secret.text")}</p>
          <p>
            <code>{secret}</code>
          </p>
          <div class="actions">
            <button type="button" onClick={() => void navigator.clipboard?.writeText(secret)}>
              {t("copy")}
            </button>
            <button type="button" class="primary" onClick={() => setSecret(null)}>
              {t("webhooks.secret.done")}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Create({ onCreated }: { onCreated: (webhook: Webhook) => void }) {
  const [url, setUrl] = useState("");
  const [wanted, setWanted] = useState(["order.updated"]);
  const { act, failure, running } = useAction(async () => {
    onCreated(await createWebhook(url.trim(), wanted));
    setUrl("");
  });
  const submit = (event: Event) => {
    event.preventDefault();
    void act();
  };
  return (
    <details>
      <summary>{t("webhooks.create")}</summary>
      <form class="stack narrow" onSubmit={submit}>
        <label>
          {t("webhooks.url")}
          <input name="url" type="url" required placeholder="https://" value={url} onInput={(event) => setUrl(event.currentTarget.value)} />
        </label>
        <fieldset>
          <legend>{t("webhooks.events")}</legend>
          {events.map((event) => (
            <label class="check" key={event}>
              <input
                type="checkbox"
                checked={wanted.includes(event)}
                onChange={({ currentTarget: { checked } }) =>
                  setWanted(checked ? [...wanted, event] : wanted.filter((other) => other !== event))
                }
              />
              {tOr(`event.${event}`, event)}
            </label>
          ))}
        </fieldset>
        <Trouble failure={failure} />
        <div class="actions">
          <button class="primary" disabled={running || wanted.length === 0}>
            {t("webhooks.create")}
          </button>
        </div>
      </form>
    </details>
  );
}
