import type { ComponentType } from "preact";
import { useState } from "preact/hooks";

import { Failure, networkFailure } from "../api/failure";
import { t } from "../i18n";
import { useLoad } from "./load";
import { Trouble } from "./Trouble";

const answers = () =>
  fetch(document.baseURI, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );

/**
 * A view whose code comes when it is first wanted. Where it does not come, that is said: the network may be gone, or the
 * service renewed, whose files have other names then; or else nothing would be shown, for good.
 */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;

  function Coming({ wanted }: { wanted: P }) {
    const view = useLoad(async () => {
      try {
        return { Show: (loaded = await load()) };
      } catch {
        throw (await answers()) ? new Failure("PAGE_RENEWED", "a file of the page is not there") : networkFailure();
      }
    }, []);
    if (view.data) return <view.data.Show {...wanted} />;
    if (!view.failure) return <p class="wait">{t("loading")}</p>;
    const again = view.failure.code === "NETWORK" ? view.reload : () => location.reload();
    return <Trouble failure={view.failure} again={again} />;
  }

  return function Lazy(wanted: P) {
    const [Known] = useState(() => loaded);
    return Known ? <Known {...wanted} /> : <Coming wanted={wanted} />;
  };
}
