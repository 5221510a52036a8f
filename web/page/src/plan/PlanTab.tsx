import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import type { Order } from "../api/types";
import { t } from "../i18n";
import { area, length, number, plusMinus, type Units, unitsOf } from "../parts/format";
import { useLoad } from "../parts/load";
import { isDark } from "../parts/theme";
import { Trouble } from "../parts/Trouble";
import { ColourLegend } from "./ColourLegend";
import { qualities, type Quality, qualityOf } from "./colours";
import { factsOf, labelLines, storeyName, titlesOf } from "./describe";
import { loadDensity, loadPlan } from "./load";
import type { Plan } from "./model";
import { dark, light } from "./palette";
import { PrintDialog } from "./PrintDialog";
import { buildScene, type Layer, layers, type Target } from "./scene";
import { Tables } from "./Tables";
import { straightening } from "./view";
import { type Look, type Measurement, type Tool, Viewer } from "./viewer";

export function PlanTab({ order }: { order: Order }) {
  const plan = useLoad(() => loadPlan(order.order_id), [order.order_id]);
  if (!plan.data) return plan.failure ? <Trouble failure={plan.failure} again={plan.reload} /> : <p class="wait">{t("loading")}</p>;
  if (plan.data.storeys.length === 0) return <p>{t("plan.empty")}</p>;
  return <PlanView order={order} plan={plan.data} units={unitsOf(order.model_units)} />;
}

const usually = new Set<Layer>(layers.filter((layer) => layer !== "points" && layer !== "dimensions"));

function PlanView({ order, plan, units }: { order: Order; plan: Plan; units: Units }) {
  const [index, setIndex] = useState(0);
  const storey = plan.storeys[index]!;
  const scene = useMemo(() => buildScene(storey), [storey]);
  const titles = titlesOf(storey);
  const [shown, setShown] = useState<ReadonlySet<Layer>>(usually);
  const [quality, setQuality] = useState<Quality>("none");
  const [straight, setStraight] = useState(true);
  const [tool, setTool] = useState<Tool>("look");
  const [pending, setPending] = useState(0);
  const [selected, setSelected] = useState<string>();
  const [hovered, setHovered] = useState<{ target: Target; at: [number, number] }>();
  const [measured, setMeasured] = useState<Record<number, Measurement[]>>({});
  const [printing, setPrinting] = useState(false);
  const wantsPoints = shown.has("points");
  const density = useLoad(
    async () => (wantsPoints ? loadDensity(order.order_id, storey.index) : undefined),
    [order.order_id, storey.index, wantsPoints],
  );
  const mine = measured[index] ?? [];
  const setMine = (list: Measurement[]) => setMeasured({ ...measured, [index]: list });
  const canvas = useRef<HTMLCanvasElement>(null);
  const place = useRef<HTMLDivElement>(null); // written by the viewer: it changes with every move of the pointer
  const viewer = useRef<Viewer>(null);
  // The viewer lives longer than what it calls back.
  const onMeasured = useRef((_: Measurement) => {});
  onMeasured.current = (measurement) => setMine([...mine, measurement]);

  // Layout effects: they run before the next key or click. A later effect would put back what that one has just chosen.
  useLayoutEffect(() => {
    const made = new Viewer(canvas.current!, scene, {
      onPoint: (at) => {
        place.current!.textContent = at ? `x ${number(at[0], 3)}  y ${number(at[1], 3)} m` : "";
      },
      onHover: (target, at) => setHovered(target && { target, at }),
      onSelect: (target) => setSelected(target?.element.id),
      onMeasured: (measurement) => onMeasured.current(measurement),
      onPending: setPending,
    });
    viewer.current = made;
    return () => made.destroy();
  }, []);
  const look: Look = {
    shown, quality, straight,
    density: wantsPoints ? (density.data ?? undefined) : undefined,
    palette: isDark.value ? dark : light,
    label: (label) => labelLines(label, units),
    lengthText: ({ metres, uncertainty }) => [length(metres, units), plusMinus(uncertainty, units)].join(" ").trim(),
    areaText: (m2) => area(m2, units),
  };
  useLayoutEffect(() => {
    viewer.current!.setScene(scene);
    viewer.current!.setLook(look);
    viewer.current!.setTool(tool);
    viewer.current!.setMeasurements(mine);
    viewer.current!.select(selected, false);
  });
  const show = (next: number) => {
    setIndex(Math.max(0, Math.min(plan.storeys.length - 1, next)));
    setSelected(undefined);
    setHovered(undefined);
  };
  const select = (id: string) => {
    setSelected(id);
    viewer.current!.select(id, true);
  };
  const choose = (next: Tool) => {
    viewer.current!.setTool(next); // at once: the next key may be meant for it
    setTool(next);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const tools: Record<string, Tool> = { l: "look", m: "measure", a: "area" };
    if (event.key === "PageUp") show(index + 1);
    else if (event.key === "PageDown") show(index - 1);
    else if (tools[event.key]) choose(tools[event.key]!);
    else return;
    event.preventDefault();
  };
  const element = scene.targets.find((target) => target.element.id === selected)?.element;
  const turn = straight ? straightening(storey.walls) : 0;
  const title = [order.order_name, order.address, storeyName(storey.name)].filter(Boolean).join(" · ");
  return (
    <div class="plan">
      <div class="toolbar" role="toolbar" aria-label={t("plan.tools")}>
        {plan.storeys.length > 1 && (
          <select aria-label={t("plan.storey")} value={String(index)} onChange={(event) => show(Number(event.currentTarget.value))}>
            {plan.storeys.map(({ name }, i) => (
              <option value={i} key={i}>
                {storeyName(name)}
              </option>
            ))}
          </select>
        )}
        <div class="group">
          {(["look", "measure", "area"] as const).map((name) => (
            <button type="button" key={name} aria-pressed={tool === name} title={t(`tool.${name}.hint`)} onClick={() => choose(name)}>
              {t(`tool.${name}`)}
            </button>
          ))}
        </div>
        <div class="group">
          <button type="button" aria-label={t("plan.zoomOut")} onClick={() => viewer.current!.zoomBy(1 / 1.4)}>
            −
          </button>
          <button type="button" aria-label={t("plan.zoomIn")} onClick={() => viewer.current!.zoomBy(1.4)}>
            +
          </button>
          <button type="button" onClick={() => viewer.current!.fit()}>
            {t("plan.fit")}
          </button>
        </div>
        <button type="button" onClick={() => setPrinting(true)}>
          {t("print.title")}
        </button>
      </div>
      <div class="drawing">
        <canvas
          ref={canvas}
          tabIndex={0}
          role="application"
          aria-label={t("plan.drawing", { storey: storeyName(storey.name), n: storey.rooms.length })}
          aria-describedby="plan-keys"
          onKeyDown={keys}
        />
        {hovered && hovered.target.element.id !== selected && tool === "look" && (
          <Tip target={hovered.target} at={hovered.at} title={titles.get(hovered.target.element.id)!} units={units} />
        )}
        {tool !== "look" && (
          <p class="hint" role="status">
            {t(tool === "measure" ? (pending ? "measure.second" : "measure.first") : pending >= 3 ? "area.close" : "area.next")}{" "}
            {tool === "area" && pending >= 3 && (
              <button type="button" class="link" onClick={() => viewer.current!.closeArea()}>
                {t("area.done")}
              </button>
            )}
          </p>
        )}
        <div class="place" ref={place} aria-hidden="true" />
        <ColourLegend walls={storey.walls} quality={quality} units={units} />
      </div>
      <aside class="panel" aria-label={t("plan.details")}>
        <section aria-live="polite" class="selection">
          {element ? (
            <>
              <h2>{titles.get(element.id)}</h2>
              <Facts facts={factsOf(element, units)} />
            </>
          ) : (
            <p class="detail">{t("plan.select")}</p>
          )}
        </section>
        {mine.length > 0 && <Measured list={mine} units={units} onChange={setMine} />}
        <fieldset>
          <legend>{t("plan.layers")}</legend>
          {layers.map((layer) => (
            <label class="check" key={layer}>
              <input
                type="checkbox"
                checked={shown.has(layer)}
                onChange={() => {
                  const next = new Set(shown);
                  if (!next.delete(layer)) next.add(layer);
                  setShown(next);
                }}
              />
              {t(`layer.${layer}`)}
            </label>
          ))}
          {wantsPoints && density.data === null && <p class="detail">{t("plan.noPoints")}</p>}
          <Trouble failure={wantsPoints ? density.failure : null} again={density.reload} />
        </fieldset>
        <label>
          {t("plan.colour")}
          <select value={quality} onChange={(event) => setQuality(event.currentTarget.value as Quality)}>
            {qualities
              .filter((name) => name !== "deviation" || storey.walls.some((wall) => qualityOf(wall, name) !== undefined))
              .map((name) => (
                <option value={name} key={name}>
                  {t(`quality.${name}`)}
                </option>
              ))}
          </select>
        </label>
        <label class="check">
          <input type="checkbox" checked={straight} onChange={() => setStraight(!straight)} />
          {t("plan.straight")}
        </label>
        <details>
          <summary>{t("plan.keys")}</summary>
          <p class="detail">{t("plan.keys.text")}</p>
        </details>
        <p id="plan-keys" class="unseen">
          {t("plan.keys.text")}
        </p>
      </aside>
      <section class="tables" aria-label={t("plan.schedules")}>
        <Tables storey={storey} titles={titles} units={units} selected={selected} onSelect={select} />
      </section>
      {printing && (
        <PrintDialog scene={scene} turn={turn} shown={shown} title={title} units={units} onClose={() => setPrinting(false)} />
      )}
    </div>
  );
}

function Facts({ facts }: { facts: { name: string; value: string }[] }) {
  return (
    <dl>
      {facts.map(({ name, value }, i) => (
        <div key={i}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Beside the pointer; the same stands in the panel for whoever has none. */
function Tip({ target, at, title, units }: { target: Target; at: [number, number]; title: string; units: Units }) {
  const facts = factsOf(target.element, units).slice(0, 3);
  return (
    <div class="tip" aria-hidden="true" style={{ left: `${at[0] + 16}px`, top: `${at[1] + 16}px` }}>
      <strong>{title}</strong>
      {facts.map(({ name, value }, i) => (
        <div key={i}>
          {name}: {value}
        </div>
      ))}
      <div>
        {t("fact.confidence")}: {factsOf(target.element, units).at(-2)!.value}
      </div>
    </div>
  );
}

function Measured({ list, units, onChange }: { list: Measurement[]; units: Units; onChange: (list: Measurement[]) => void }) {
  return (
    <section aria-live="polite">
      <h2>{t("measure.title")}</h2>
      <ul class="measured">
        {list.map((one, i) => (
          <li key={i}>
            {one.kind === "length"
              ? `${length(one.metres, units)} ${plusMinus(one.uncertainty, units)}${one.clear ? ` (${t("measure.clear")})` : ""}`
              : `${area(one.m2, units)} (${t("area.perimeter", { length: length(one.perimeter, units) })})`}{" "}
            <button type="button" class="quiet" aria-label={t("measure.remove")} onClick={() => onChange(list.filter((other) => other !== one))}>
              ✕
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
