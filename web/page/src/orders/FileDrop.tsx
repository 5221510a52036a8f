import { useId, useState } from "preact/hooks";

import { t } from "../i18n";

interface Props {
  text: string;
  onFiles: (files: File[]) => void;
}

/** Where files are dropped, or chosen. */
export function FileDrop({ text, onFiles }: Props) {
  const [over, setOver] = useState(false);
  const id = useId();
  const take = (list: FileList | null | undefined) => list && list.length > 0 && onFiles([...list]);
  return (
    <div
      class={over ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <p>{text}</p>
      <input
        id={id}
        class="hidden-input"
        type="file"
        multiple
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = ""; // so that the same file can be chosen again
        }}
      />
      <label for={id} class="button">
        {t("new.choose")}
      </label>
      <p class="detail">{t("new.kinds")}</p>
    </div>
  );
}
