import { reachable } from "../api/client";
import { listResults } from "../api/requests";
import type { Order } from "../api/types";
import { t } from "../i18n";
import { area, areaPlusMinus, bytes, millimetres, number, percent, plusMinus, unitsOf } from "../parts/format";
import { useLoad } from "../parts/load";
import { Trouble } from "../parts/Trouble";
import { roomName, storeyName } from "./describe";
import { loadPlan, loadReport } from "./load";
import type { Plan, Report, Wall } from "./model";

export function ReportTab({ order }: { order: Order }) {
  const loaded = useLoad(
    async () => {
      const id = order.order_id;
      const [plan, report, results] = await Promise.all([loadPlan(id), loadReport(id), listResults(id)]);
      return { plan, report, page: results.find(({ file_name }) => file_name === "report.html") };
    },
    [order.order_id],
  );
  if (!loaded.data) return loaded.failure ? <Trouble failure={loaded.failure} again={loaded.reload} /> : <p class="wait">{t("loading")}</p>;
  const { plan, report, page } = loaded.data;
  return (
    <article class="report">
      <Trust plan={plan} units={order.model_units} />
      {report.warnings.length > 0 && (
        <section>
          <h2>{t("report.warnings")}</h2>
          <ul>
            {report.warnings.map((warning) => (
              <li key={warning} lang="en">
                {warning}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Rooms plan={plan} units={order.model_units} />
      <Stations report={report} units={order.model_units} />
      <LeftOut report={report} plan={plan} />
      <Inputs report={report} />
      {page && (
        <p>
          <a href={reachable(page.download_url)} download={page.file_name}>
            {t("report.whole")}
          </a>
        </p>
      )}
    </article>
  );
}

/** How well the walls are known, in a few sentences. */
function Trust({ plan, units }: { plan: Plan; units: string }) {
  const u = unitsOf(units);
  const walls: Wall[] = plan.storeys.flatMap((storey) => storey.walls);
  const positions = walls
    .filter((wall) => wall.basis === "measured" && wall.uncertainty.position_mm > 0)
    .map((wall) => wall.uncertainty.position_mm)
    .sort((a, b) => a - b);
  const oneSided = walls.filter((wall) => wall.basis === "measured" && wall.thickness_basis === "inferred").length;
  const inferred = walls.filter((wall) => wall.basis === "inferred").length;
  const middle = positions[Math.floor(positions.length / 2)];
  return (
    <section>
      <h2>{t("report.trust")}</h2>
      {middle !== undefined && (
        <p>
          {t("report.positions", { n: walls.length, half: plusMinus(middle, u), all: plusMinus(positions.at(-1), u) })}
        </p>
      )}
      {oneSided > 0 && <p>{t("report.oneSided", { n: oneSided })}</p>}
      {inferred > 0 && <p>{t("report.inferred", { n: inferred })}</p>}
      {plan.frame.tilt_deg > 0 && <p>{t("report.tilt", { degrees: number(plan.frame.tilt_deg, 2) })}</p>}
    </section>
  );
}

function Rooms({ plan, units }: { plan: Plan; units: string }) {
  const u = unitsOf(units);
  return (
    <section>
      <h2>{t("table.rooms")}</h2>
      {plan.storeys.map((storey) => (
        <div class="scroll" key={storey.index} tabIndex={0} role="region" aria-label={storeyName(storey.name)}>
          <table>
            <caption>{storeyName(storey.name)}</caption>
            <thead>
              <tr>
                <th scope="col">{t("table.name")}</th>
                <th scope="col" class="n">{t("fact.area")}</th>
                <th scope="col" class="n">±</th>
                <th scope="col" class="n">{t("fact.confidence")}</th>
              </tr>
            </thead>
            <tbody>
              {storey.rooms.map((room) => (
                <tr key={room.id}>
                  <th scope="row">{roomName(room.name)}</th>
                  <td class="n">{area(room.area, u)}</td>
                  <td class="n">{areaPlusMinus(room.uncertainty.area_m2, u)}</td>
                  <td class="n">{percent(room.confidence)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t("report.sum")}</th>
                <td class="n">{area(storey.rooms.reduce((sum, room) => sum + room.area, 0), u)}</td>
                <td />
                <td />
              </tr>
            </tfoot>
          </table>
        </div>
      ))}
    </section>
  );
}

function Stations({ report, units }: { report: Report; units: string }) {
  if (report.station_offsets.length === 0) return null;
  return (
    <section>
      <h2>{t("report.stations")}</h2>
      <p class="detail">{t("report.stations.text")}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("report.stations")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("report.station")}</th>
              <th scope="col" class="n">{t("report.offset")}</th>
              <th scope="col" class="n">{t("report.shared")}</th>
            </tr>
          </thead>
          <tbody>
            {report.station_offsets.map(({ station, offset_mm, shared_faces }) => (
              <tr key={station}>
                <th scope="row">{station}</th>
                <td class="n">{millimetres(offset_mm, unitsOf(units))}</td>
                <td class="n">{shared_faces}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function LeftOut({ report, plan }: { report: Report; plan: Plan }) {
  if (report.left_out.length === 0) return null;
  const name = (index: number | undefined) => plan.storeys.find((storey) => storey.index === index)?.name;
  return (
    <section>
      <h2>{t("report.leftOut")}</h2>
      <ul>
        {report.left_out.map(({ what, reason, storey }, i) => (
          <li key={i}>
            <span lang="en">
              {what}: {reason}
            </span>
            {name(storey) && ` (${storeyName(name(storey)!)})`}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Inputs({ report }: { report: Report }) {
  return (
    <section>
      <h2>{t("report.scans")}</h2>
      <ul>
        {report.inputs.map((input) => (
          <li key={input.file}>
            {t("report.input", {
              file: input.file,
              format: input.format.toUpperCase(),
              size: bytes(input.bytes),
              points: number(input.points, 0),
              stations: number(input.scans, 0),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
