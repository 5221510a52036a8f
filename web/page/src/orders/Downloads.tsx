import { reachable } from "../api/client";
import { listResults } from "../api/requests";
import type { Order, Result } from "../api/types";
import { t, tOr } from "../i18n";
import { bytes } from "../parts/format";
import { useLoad } from "../parts/load";
import { Trouble } from "../parts/Trouble";

/** All files of an order. Addresses are good for an hour; those that are older are asked for anew. */
export function Downloads({ order }: { order: Order }) {
  const results = useLoad(() => listResults(order.order_id), [order.order_id]);
  const groups = new Map<string, Result[]>();
  for (const result of results.data ?? []) groups.set(result.format, [...(groups.get(result.format) ?? []), result]);
  return (
    <section aria-label={t("tab.downloads")}>
      <Trouble failure={results.failure} again={results.reload} />
      {results.data?.length === 0 && <p>{t("downloads.gone")}</p>}
      <ul class="downloads">
        {[...groups].map(([format, files]) => (
          <li key={format}>
            <h2>{tOr(`format.${format}`, format.toUpperCase())}</h2>
            <p class="detail">{tOr(`format.${format}.for`, "")}</p>
            <ul>
              {files.map((file) => (
                <li key={file.result_id}>
                  <a href={reachable(file.download_url)} download={file.file_name}>
                    {file.file_name}
                  </a>{" "}
                  <span class="detail" title={`SHA-256 ${file.checksum_sha256}`}>
                    {bytes(file.size_bytes)}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p class="detail">
        {t("downloads.expire")}{" "}
        <button type="button" class="link" onClick={results.reload}>
          {t("downloads.renew")}
        </button>
      </p>
    </section>
  );
}
