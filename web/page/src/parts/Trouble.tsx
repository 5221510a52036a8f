import type { Failure } from "../api/failure";
import { t, tOr } from "../i18n";
import { duration } from "./format";

interface Props {
  code: string;
  /** The service's own words, kept for whoever helps. */
  message?: string;
  retryAfter?: number | undefined;
  again?: (() => void) | undefined;
}

/** What went wrong and what helps, in words of the trade; the service's own below. */
export function TroubleBox({ code, message, retryAfter, again }: Props) {
  const http = /^HTTP_5/.test(code) ? "INTERNAL_SERVER_ERROR" : code;
  const known = tOr(`trouble.${http}`, "");
  return (
    <div class="trouble" role="alert">
      <p class="trouble-what">{known || t("trouble.UNKNOWN")}</p>
      <p>
        {tOr(`remedy.${http}`, t("remedy.UNKNOWN"), {
          when: retryAfter ? duration(retryAfter) : "",
        })}
      </p>
      {message && <p class="detail">{t("trouble.detail", { message, code })}</p>}
      {again && (
        <button type="button" onClick={again}>
          {t("again")}
        </button>
      )}
    </div>
  );
}

export function Trouble({ failure, again }: { failure: Failure | null; again?: (() => void) | undefined }) {
  if (!failure) return null;
  return <TroubleBox code={failure.code} message={failure.message} retryAfter={failure.retryAfter} again={again} />;
}
