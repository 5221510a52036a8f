import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

import { t } from "../i18n";

interface Props {
  title: string;
  children: ComponentChildren;
  onClose?: (() => void) | undefined;
}

/** A modal dialog; without `onClose` it has to be answered. */
export function Dialog({ title, children, onClose }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  const cancel = (event: Event) => {
    event.preventDefault();
    onClose?.();
  };
  return (
    <dialog ref={ref} aria-labelledby={id} onCancel={cancel}>
      <header>
        <h2 id={id}>{title}</h2>
        {onClose && (
          <button type="button" class="quiet" aria-label={t("close")} onClick={onClose}>
            ✕
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  text: string;
  yes: string;
  onYes: () => void;
  onNo: () => void;
}

export function Confirm({ title, text, yes, onYes, onNo }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onNo}>
      <p>{text}</p>
      <div class="actions">
        <button type="button" class="danger" onClick={onYes}>
          {yes}
        </button>
        <button type="button" onClick={onNo}>
          {t("back")}
        </button>
      </div>
    </Dialog>
  );
}
