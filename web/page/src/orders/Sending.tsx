import { useState } from "preact/hooks";

import type { Asset, Order } from "../api/types";
import { t } from "../i18n";
import { bytes, duration, percent } from "../parts/format";
import { Trouble, TroubleBox } from "../parts/Trouble";
import { useAction } from "../parts/load";
import { type Checked, checkFile } from "../upload/checks";
import type { Upload } from "../upload/upload";
import { goesOn, isOpen, pauseAll, sendFiles, sending, startAll } from "../upload/uploads";
import { FileDrop } from "./FileDrop";

/** The files of an order that is not submitted yet: how they go out, and how to go on with those that stopped. */
export function Sending({ order, onSubmitted }: { order: Order & { assets: Asset[] }; onSubmitted: () => void }) {
  const state = sending.value.get(order.order_id);
  const uploads = state?.uploads ?? [];
  const [refused, setRefused] = useState<{ file: File; checked: Checked }[]>([]);
  const { act } = useAction(async (files: File[]) => {
    const checked = await Promise.all(files.map(async (file) => ({ file, checked: await checkFile(file) })));
    setRefused(checked.filter(({ checked }) => !checked.assetType));
    const good = checked.filter(({ checked }) => checked.assetType);
    await sendFiles(order.order_id, good.map(({ file, checked }) => ({ file, assetType: checked.assetType! })));
    onSubmitted();
  });
  const here = new Set(uploads.map((upload) => upload.assetId));
  const stranded = order.assets.filter((asset) => isOpen(asset) && !here.has(asset.asset_id));
  const arrived = order.assets.filter((asset) => asset.upload_status === "FINALIZED" && !here.has(asset.asset_id));
  const moving = uploads.some(({ phase }) => phase.value === "sending" || phase.value === "offline");
  const paused = uploads.some(({ phase, failure }) =>
    phase.value === "paused" || (phase.value === "failed" && failure.value?.code !== "INVALID_FILE"));
  return (
    <section aria-label={t("sending.title")} class="stack narrow">
      <h2>{t("sending.title")}</h2>
      <ul class="files">
        {uploads.map((upload) => (
          <UploadRow upload={upload} key={upload.assetId} />
        ))}
        {arrived.map((asset) => (
          <li key={asset.asset_id}>
            <strong>{asset.file_name}</strong> <span class="detail">{t("phase.done")}</span>
          </li>
        ))}
        {stranded.map((asset) => (
          <li key={asset.asset_id} class="stranded">
            <strong>{asset.file_name}</strong>{" "}
            <span class="detail">{t("sending.stranded", { share: percent(shareOf(asset)) })}</span>
          </li>
        ))}
      </ul>
      <div class="actions">
        {moving && (
          <button type="button" onClick={() => pauseAll(order.order_id)}>
            {t("sending.pause")}
          </button>
        )}
        {paused && (
          <button type="button" class="primary" onClick={() => void startAll(order.order_id)}>
            {t("sending.goOn")}
          </button>
        )}
      </div>
      {refused.map(({ file, checked }) => (
        <p class="trouble" role="alert" key={file.name}>
          {file.name}: {t(checked.refusal!.key, checked.refusal!.parameters)}
        </p>
      ))}
      <Trouble failure={state?.failure ?? null} again={state?.failure ? () => void startAll(order.order_id) : undefined} />
      {!moving && (
        <FileDrop
          text={t(stranded.length > 0 ? "sending.again" : "new.drop")}
          onFiles={(files) => {
            const wrong = stranded.find((asset) => files.some((f) => f.name === asset.file_name && !goesOn(asset, f)));
            if (wrong && !confirm(t("sending.changed", { name: wrong.file_name ?? "" }))) return;
            void act(files);
          }}
        />
      )}
    </section>
  );
}

function shareOf({ uploaded_parts, size_bytes }: Asset): number {
  const there = uploaded_parts.reduce((sum, part) => sum + part.size_bytes, 0);
  return size_bytes ? there / size_bytes : 0;
}

function UploadRow({ upload }: { upload: Upload }) {
  const { file } = upload;
  const phase = upload.phase.value;
  const left = upload.secondsLeft.value;
  const parts = [`${bytes(upload.sent.value)} / ${bytes(file.size)}`];
  if (phase === "sending" && upload.speed.value > 0) {
    parts.push(`${bytes(upload.speed.value)}/s`);
    if (left !== undefined) parts.push(t("sending.left", { time: duration(left) }));
  }
  const failure = upload.failure.value;
  return (
    <li>
      <div class="file-head">
        <strong id={`file-${upload.assetId}`}>{file.name}</strong>
        <span class={`phase phase-${phase}`}>{t(`phase.${phase}`)}</span>
      </div>
      <progress max={file.size} value={upload.sent.value} aria-labelledby={`file-${upload.assetId}`} />
      <p class="detail">{parts.join(" · ")}</p>
      {failure && <TroubleBox code={failure.code} message={failure.message} />}
    </li>
  );
}
