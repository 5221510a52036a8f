import { render } from "preact";
import { useEffect } from "preact/hooks";

import { usage } from "./api/client";
import { session, signedIn } from "./api/session";
import { language, languages, setLanguage, startLanguage, t } from "./i18n";
import { OrderList } from "./orders/OrderList";
import { number } from "./parts/format";
import { lazily } from "./parts/lazily";
import { route, to } from "./parts/route";
import { leave, SessionEnded, SignIn } from "./parts/SignIn";
import { setTheme, startTheme, theme, themes } from "./parts/theme";
import { busy } from "./upload/uploads";
import "./style.css";

const NewOrder = lazily(() => import("./orders/NewOrder").then((m) => m.NewOrder));
const OrderPage = lazily(() => import("./orders/OrderPage").then((m) => m.OrderPage));
const Projects = lazily(() => import("./projects/Projects").then((m) => m.Projects));
const Webhooks = lazily(() => import("./webhooks/Webhooks").then((m) => m.Webhooks));
const Deliveries = lazily(() => import("./webhooks/Deliveries").then((m) => m.Deliveries));
const UsageView = lazily(() => import("./usage/UsageView").then((m) => m.UsageView));

function View() {
  const [area = "orders", id, tab] = route.value;
  if (area === "orders" && id === "new") return <NewOrder />;
  if (area === "orders" && id) return <OrderPage id={id} tab={tab} key={id} />;
  if (area === "projects") return <Projects />;
  if (area === "webhooks" && id) return <Deliveries id={id} key={id} />;
  if (area === "webhooks") return <Webhooks />;
  if (area === "usage") return <UsageView />;
  return <OrderList />;
}

function Navigation() {
  const area = route.value[0] ?? "orders";
  const item = (name: "orders" | "projects" | "webhooks") => (
    <a href={to(name)} aria-current={area === name ? "page" : undefined}>
      {t(`nav.${name}`)}
    </a>
  );
  return (
    <nav aria-label={t("nav")}>
      {item("orders")}
      {item("projects")}
      {item("webhooks")}
    </nav>
  );
}

function UsageLink() {
  const now = usage.value;
  if (!now) return null;
  const used = now.limit - now.remaining;
  return (
    <a href={to("usage")} class="usage">
      <span class="unseen">{t("usage.title")} </span>
      <meter min={0} max={now.limit} high={now.limit * 0.9} optimum={0} value={used} aria-hidden="true" />
      <span>
        {number(used, 0)} / {number(now.limit, 0)}
      </span>
    </a>
  );
}

function Choices() {
  return (
    <div class="choices">
      <select
        aria-label={t("language")}
        value={language()}
        onChange={(event) => void setLanguage(event.currentTarget.value)}
      >
        {Object.entries(languages).map(([code, { name }]) => (
          <option value={code} key={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={t("theme")}
        value={theme.value}
        onChange={(event) => setTheme(event.currentTarget.value as (typeof themes)[number])}
      >
        {themes.map((name) => (
          <option value={name} key={name}>
            {t(`theme.${name}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

function Page() {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => busy() && event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, []);
  if (!signedIn.value)
    return (
      <>
        <header class="bar">
          <span class="brand">Storey</span>
          <Choices />
        </header>
        <SignIn />
      </>
    );
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        {t("skip")}
      </a>
      <header class="bar">
        <a class="brand" href={to("orders")}>
          Storey
        </a>
        <Navigation />
        <UsageLink />
        <Choices />
        <button type="button" class="quiet" onClick={leave} title={session.value?.clientId}>
          {t("signOut")}
        </button>
      </header>
      <main id="content" tabIndex={-1}>
        <View />
      </main>
      <SessionEnded />
    </>
  );
}

/** The fragment of the address says which view is shown; the link must not change it. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

startTheme();
void startLanguage()
  .catch(() => undefined) // then in English
  .then(() => render(<Page />, document.getElementById("page")!));
