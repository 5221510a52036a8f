import { useState } from "preact/hooks";

import { t } from "../i18n";
import { length, type Units } from "../parts/format";
import { Dialog } from "../parts/Dialog";
import { labelLines } from "./describe";
import { drawSheet, papers, scaleFor, scales, sheetFor } from "./paper";
import type { Layer, Scene } from "./scene";

interface Props {
  scene: Scene;
  turn: number;
  shown: ReadonlySet<Layer>;
  title: string;
  units: Units;
  onClose: () => void;
}

/** Prints what `sheet` holds on paper of its size, and nothing else of the page. */
function print(svg: string, width: number, height: number): void {
  const sheet = document.createElement("div");
  sheet.className = "sheet";
  sheet.innerHTML = svg;
  document.body.append(sheet);
  const style = new CSSStyleSheet();
  style.replaceSync(`@page { size: ${width}mm ${height}mm; margin: 0 }`);
  const before = document.adoptedStyleSheets;
  document.adoptedStyleSheets = [...before, style];
  document.documentElement.classList.add("printing");
  const tidy = () => {
    document.documentElement.classList.remove("printing");
    document.adoptedStyleSheets = before;
    sheet.remove();
  };
  addEventListener("afterprint", tidy, { once: true });
  window.print();
}

export function PrintDialog({ scene, turn, shown, title, units, onClose }: Props) {
  const [paper, setPaper] = useState(units === "metric" ? "A3" : "Tabloid");
  const [chosen, setChosen] = useState<number | undefined>();
  const scale = chosen ?? scaleFor(scene, turn, paper);
  const sheet = sheetFor(scene, turn, paper, scale);
  const go = () => {
    const options = {
      scale, turn, shown, sheet,
      title: `${title} · 1:${scale}`,
      label: (label: Scene["labels"][number]) => labelLines(label, units),
      barText: (metres: number) => length(metres, units),
    };
    onClose();
    print(drawSheet(scene, options), sheet.width, sheet.height);
  };
  return (
    <Dialog title={t("print.title")} onClose={onClose}>
      <div class="columns">
        <label>
          {t("print.paper")}
          <select value={paper} onChange={(event) => setPaper(event.currentTarget.value)}>
            {Object.keys(papers).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          {t("print.scale")}
          <select value={String(scale)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            {scales.map((n) => (
              <option value={n} key={n}>
                1:{n}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p role="status">{t(sheet.fits ? "print.fits" : "print.tooLarge")}</p>
      <p class="detail">{t("print.hint")}</p>
      <div class="actions">
        <button type="button" class="primary" onClick={go}>
          {t("print.go")}
        </button>
      </div>
    </Dialog>
  );
}
