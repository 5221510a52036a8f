import { useEffect, useRef } from "preact/hooks";

import { t } from "../i18n";
import { area, areaPlusMinus, length, percent, plusMinus, type Units } from "../parts/format";
import { distance } from "./geometry";
import type { Opening, Room, Storey, Wall } from "./model";

interface Column<T> {
  title: string;
  numeric?: boolean;
  text: (element: T) => string;
}

interface TableProps<T> {
  caption: string;
  rows: T[];
  columns: Column<T>[];
  titles: Map<string, string>;
  selected: string | undefined;
  onSelect: (id: string) => void;
}

/** Scrolls the table alone, not the page: the drawing has to stay in sight. */
function scrollTo(row: HTMLElement): void {
  const frame = row.closest<HTMLElement>(".scroll")!;
  const head = frame.querySelector("thead")!.clientHeight;
  if (row.offsetTop - head < frame.scrollTop) frame.scrollTop = row.offsetTop - head;
  const below = row.offsetTop + row.clientHeight - frame.clientHeight;
  if (below > frame.scrollTop) frame.scrollTop = below;
}

function Schedule<T extends { id: string; confidence: number; basis: string }>(props: TableProps<T>) {
  const { caption, rows, columns, titles, selected, onSelect } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const row = body.current?.querySelector<HTMLElement>(".selected");
    if (row) scrollTo(row);
  }, [selected]);
  if (rows.length === 0) return null;
  const all: Column<T>[] = [
    ...columns,
    { title: t("fact.confidence"), numeric: true, text: ({ confidence }) => percent(confidence) },
    { title: t("fact.basis"), text: ({ basis }) => t(basis === "measured" ? "basis.measured" : "basis.inferred") },
  ];
  return (
    <details open={caption === t("table.rooms") || rows.some(({ id }) => id === selected)}>
      <summary>
        {caption} ({rows.length})
      </summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("table.name")}</th>
              {all.map(({ title, numeric }) => (
                <th scope="col" class={numeric ? "n" : ""} key={title}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row) => (
              <tr key={row.id} class={row.id === selected ? "selected" : ""} data-id={row.id}>
                <th scope="row">
                  <button
                    type="button"
                    class="link"
                    aria-pressed={row.id === selected}
                    onClick={() => onSelect(row.id)}
                  >
                    {titles.get(row.id)}
                  </button>
                </th>
                {all.map(({ title, numeric, text }) => (
                  <td class={numeric ? "n" : ""} key={title} onClick={() => onSelect(row.id)}>
                    {text(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

interface Props {
  storey: Storey;
  titles: Map<string, string>;
  units: Units;
  selected: string | undefined;
  onSelect: (id: string) => void;
}

export function Tables({ storey, units, ...rest }: Props) {
  const both = (metres: number, mm: number | null) => [length(metres, units), plusMinus(mm, units)].join(" ").trim();
  const rooms: Column<Room>[] = [
    {
      title: t("fact.area"),
      numeric: true,
      text: (room) => `${area(room.area, units)} ${areaPlusMinus(room.uncertainty.area_m2, units)}`,
    },
    {
      title: t("fact.clear"),
      numeric: true,
      text: (room) => room.clear_dimensions.map((clear) => length(clear.length, units)).join(" × "),
    },
    {
      title: t("fact.ceiling"),
      numeric: true,
      text: ({ ceiling_height: height }) => (height > 0 ? length(height, units) : t("fact.notSeen")),
    },
  ];
  const openings: Column<Opening>[] = [
    { title: t("fact.width"), numeric: true, text: (o) => both(distance(o.start, o.end), o.uncertainty.width_mm) },
    { title: t("fact.sill"), numeric: true, text: (o) => both(o.sill, o.uncertainty.sill_mm) },
    { title: t("fact.head"), numeric: true, text: (o) => both(o.head, o.uncertainty.head_mm) },
  ];
  const walls: Column<Wall>[] = [
    { title: t("fact.length"), numeric: true, text: (wall) => length(distance(wall.start, wall.end), units) },
    {
      title: t("fact.thickness"),
      numeric: true,
      text: (wall) => both(wall.thickness, wall.uncertainty.thickness_mm),
    },
    { title: t("fact.position"), numeric: true, text: (wall) => plusMinus(wall.uncertainty.position_mm, units) || "–" },
  ];
  const ofType = (type: Opening["type"]) => storey.openings.filter((opening) => opening.type === type);
  return (
    <>
      <Schedule caption={t("table.rooms")} rows={storey.rooms} columns={rooms} {...rest} />
      <Schedule caption={t("table.doors")} rows={ofType("door")} columns={openings} {...rest} />
      <Schedule caption={t("table.windows")} rows={ofType("window")} columns={openings} {...rest} />
      <Schedule caption={t("table.openings")} rows={ofType("opening")} columns={openings} {...rest} />
      <Schedule caption={t("table.walls")} rows={storey.walls} columns={walls} {...rest} />
    </>
  );
}
