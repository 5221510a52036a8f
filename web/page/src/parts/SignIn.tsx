import { useState } from "preact/hooks";

import { disconnect } from "../api/live";
import { ended, session, signIn, signOut } from "../api/session";
import { t } from "../i18n";
import { Dialog } from "./Dialog";
import { useAction } from "./load";
import { Trouble } from "./Trouble";

function Credentials({ clientId, submit }: { clientId?: string; submit: string }) {
  const [id, setId] = useState(clientId ?? "");
  const [secret, setSecret] = useState("");
  const { act, failure, running } = useAction(() => signIn(id.trim(), secret.trim()));
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void act();
  };
  return (
    <form onSubmit={onSubmit} class="stack">
      <label>
        {t("signIn.id")}
        <input
          name="id"
          required
          autoFocus={!clientId}
          readOnly={!!clientId}
          value={id}
          autoComplete="username"
          spellcheck={false}
          onInput={(event) => setId(event.currentTarget.value)}
        />
      </label>
      <label>
        {t("signIn.secret")}
        <input
          name="secret"
          type="password"
          required
          autoFocus={!!clientId}
          value={secret}
          autoComplete="current-password"
          onInput={(event) => setSecret(event.currentTarget.value)}
        />
      </label>
      <Trouble failure={failure} />
      <div class="actions">
        <button class="primary" disabled={running}>
          {submit}
        </button>
        {clientId && (
          <button type="button" onClick={leave}>
            {t("signOut")}
          </button>
        )}
      </div>
    </form>
  );
}

export function leave(): void {
  disconnect();
  void signOut();
}

export function SignIn() {
  return (
    <main class="sign-in">
      <h1>Storey</h1>
      <p class="lead">{t("signIn.lead")}</p>
      <Credentials submit={t("signIn.submit")} />
      <p class="detail">{t("signIn.detail")}</p>
    </main>
  );
}

/** Over whatever was there when the session ended; it goes on behind. */
export function SessionEnded() {
  const last = session.value;
  if (!last || !ended.value) return null;
  return (
    <Dialog title={t("ended.title")}>
      <p>{t("ended.text")}</p>
      <Credentials clientId={last.clientId} submit={t("ended.submit")} />
    </Dialog>
  );
}
