import { t } from "../i18n";
import { millimetres, percent, type Units } from "../parts/format";
import { type Quality, ramp, rangeOf } from "./colours";
import type { Wall } from "./model";

/** What the colours of walls mean. */
export function ColourLegend({ walls, quality, units }: { walls: Wall[]; quality: Quality; units: Units }) {
  if (quality === "none") return null;
  const range = rangeOf(walls, quality);
  const text = (value: number) => (quality === "confidence" ? percent(value) : millimetres(value, units));
  const steps = Array.from({ length: 24 }, (_, i) => ramp(i / 23));
  return (
    <figure class="legend">
      <figcaption>{t(`quality.${quality}`)}</figcaption>
      <svg viewBox="0 0 24 2" preserveAspectRatio="none" aria-hidden="true">
        {steps.map((colour, i) => (
          <rect x={i} y={0} width={1.05} height={2} fill={colour} key={i} />
        ))}
      </svg>
      {range ? (
        <div class="ends">
          <span>{text(range[0])}</span>
          <span>{text(range[1])}</span>
        </div>
      ) : (
        <p>{t("quality.nothing")}</p>
      )}
    </figure>
  );
}
