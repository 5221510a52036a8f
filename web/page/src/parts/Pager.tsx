import type { Connection, Page } from "../api/types";
import { t } from "../i18n";

export const kPageSize = 20;
export const firstPage: Page = { first: kPageSize };

interface Props {
  of: Connection<unknown>;
  onPage: (page: Page) => void;
}

/** Earlier and later pages of a list, where there are any. */
export function Pager({ of: { pageInfo, totalCount, edges }, onPage }: Props) {
  if (!pageInfo.hasNextPage && !pageInfo.hasPreviousPage) return null;
  return (
    <nav class="pager" aria-label={t("pager")}>
      <button
        type="button"
        disabled={!pageInfo.hasPreviousPage}
        onClick={() => onPage({ last: kPageSize, before: pageInfo.startCursor })}
      >
        {t("pager.previous")}
      </button>
      <span>{t("pager.shown", { shown: edges.length, n: totalCount })}</span>
      <button
        type="button"
        disabled={!pageInfo.hasNextPage}
        onClick={() => onPage({ first: kPageSize, after: pageInfo.endCursor })}
      >
        {t("pager.next")}
      </button>
    </nav>
  );
}
