import { useState } from "preact/hooks";

import { initializeOrder, listProjects, type NewOrder as OrderInput } from "../api/requests";
import { t } from "../i18n";
import { bytes } from "../parts/format";
import { useAction, useLoad } from "../parts/load";
import { go } from "../parts/route";
import { Trouble } from "../parts/Trouble";
import { type Checked, checkFile } from "../upload/checks";
import { type Scan, sendFiles } from "../upload/uploads";
import { FileDrop } from "./FileDrop";

interface Chosen {
  file: File;
  checked: Checked;
}

const choices = {
  input_units: ["auto", "m", "mm", "cm", "ft", "in"],
  geometry: ["true", "orthogonal"],
  area_standard: ["none", "din277", "sia416", "nia", "ipms1", "ipms2", "ipms3", "ansi-z765"],
  sheet_scale: ["auto", "20", "50", "100", "200"],
} as const;
type Choice = keyof typeof choices;

const standards: Record<string, string> = {
  din277: "DIN 277", sia416: "SIA 416", nia: "NIA", ipms1: "IPMS 1", ipms2: "IPMS 2", ipms3: "IPMS 3",
  "ansi-z765": "ANSI Z765",
};

/** Words for a choice; names of units and standards are the same in every language. */
function choiceText(choice: Choice, value: string): string {
  if (choice === "sheet_scale" && value !== "auto") return `1:${value}`;
  if (choice === "area_standard" && value in standards) return standards[value]!;
  if (choice === "input_units" && value !== "auto") return value;
  return t(`option.${choice}.${value}` as Parameters<typeof t>[0]);
}

/** The order as the form has it; what was left as it is does not go into it. */
function orderOf(fields: FormData): OrderInput {
  const text = (name: string) => String(fields.get(name) ?? "").trim();
  const options: Record<string, unknown> = {};
  for (const choice of Object.keys(choices) as Choice[]) {
    const value = text(choice);
    if (!value || value === choices[choice][0]) continue;
    options[choice] = choice === "sheet_scale" ? Number(value) : value;
  }
  for (const name of ["author", "survey_date", "document_number"]) if (text(name)) options[name] = text(name);
  const order: OrderInput = { order_name: text("name"), model_units: text("units"), options };
  if (text("project")) order.project_id = text("project");
  if (text("address")) order.address = text("address");
  return order;
}

export function NewOrder() {
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const [name, setName] = useState("");
  const [missing, setMissing] = useState(false);
  const projects = useLoad(listProjects, []);
  const add = async (files: File[]) => {
    const checked = await Promise.all(files.map(async (file) => ({ file, checked: await checkFile(file) })));
    setMissing(false);
    setChosen((before) => [
      ...before.filter(({ file }) => !files.some((f) => f.name === file.name && f.size === file.size)),
      ...checked,
    ]);
    const first = checked.find(({ checked: { assetType } }) => assetType);
    if (first) setName((before) => before || first.file.name.replace(/\.[^.]+$/, ""));
  };
  const good = chosen.filter(({ checked }) => checked.assetType);
  const { act, failure, running } = useAction(async (fields: FormData) => {
    const order = await initializeOrder(orderOf(fields));
    const scans: Scan[] = good.map(({ file, checked }) => ({ file, assetType: checked.assetType! }));
    void sendFiles(order.order_id, scans); // the order's own view shows what becomes of it
    go("orders", order.order_id);
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (good.length === 0 || good.length < chosen.length) return setMissing(true);
    void act(new FormData(event.currentTarget as HTMLFormElement));
  };
  return (
    <form class="stack narrow" onSubmit={submit}>
      <h1>{t("new.title")}</h1>
      <FileDrop text={t("new.drop")} onFiles={(files) => void add(files)} />
      <ChosenFiles chosen={chosen} onRemove={(file) => setChosen(chosen.filter((c) => c.file !== file))} />
      {missing && (
        <p class="trouble" role="alert">
          {t(good.length === 0 ? "new.noFile" : "new.badFile")}
        </p>
      )}
      <label>
        {t("new.name")}
        {/* Without a scan the name is not what is missing: a scan brings one along. */}
        <input name="name" required={good.length > 0} maxLength={200} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <label>
        {t("new.address")}
        <input name="address" maxLength={500} autoComplete="off" />
      </label>
      <div class="columns">
        <label>
          {t("project")}
          <select name="project">
            {projects.data?.map(({ project_id, project_name }) => (
              <option value={project_id} key={project_id}>
                {project_name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t("new.units")}
          <select name="units">
            <option value="Metric">{t("new.metric")}</option>
            <option value="Imperial">{t("new.imperial")}</option>
          </select>
        </label>
      </div>
      <Options />
      <Trouble failure={failure} />
      <div class="actions">
        <button class="primary" disabled={running}>
          {t("new.submit")}
        </button>
      </div>
    </form>
  );
}

function Options() {
  return (
    <details>
      <summary>{t("new.options")}</summary>
      <div class="columns">
        {(Object.keys(choices) as Choice[]).map((choice) => (
          <label key={choice}>
            {t(`option.${choice}`)}
            <select name={choice}>
              {choices[choice].map((value) => (
                <option value={value} key={value}>
                  {choiceText(choice, value)}
                </option>
              ))}
            </select>
          </label>
        ))}
        <label>
          {t("option.author")}
          <input name="author" maxLength={200} autoComplete="off" />
        </label>
        <label>
          {t("option.survey_date")}
          <input name="survey_date" type="date" />
        </label>
        <label>
          {t("option.document_number")}
          <input name="document_number" maxLength={100} autoComplete="off" />
        </label>
      </div>
    </details>
  );
}

function ChosenFiles({ chosen, onRemove }: { chosen: Chosen[]; onRemove: (file: File) => void }) {
  if (chosen.length === 0) return null;
  return (
    <ul class="files">
      {chosen.map(({ file, checked }) => (
        <li key={`${file.name}/${file.size}`} class={checked.refusal ? "refused" : ""}>
          <div class="file-head">
            <strong>{file.name}</strong>
            <span class="detail">
              {bytes(file.size)}
              {checked.assetType && ` · ${checked.assetType.toUpperCase()}`}
            </span>
            <button type="button" class="quiet" aria-label={t("new.remove", { name: file.name })} onClick={() => onRemove(file)}>
              ✕
            </button>
          </div>
          {checked.refusal && <p role="alert">{t(checked.refusal.key, checked.refusal.parameters)}</p>}
        </li>
      ))}
    </ul>
  );
}
