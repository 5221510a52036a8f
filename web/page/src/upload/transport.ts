// One part on its way. XMLHttpRequest, because fetch does not say how much of a body has been sent.
export class PartError extends Error {
  constructor(
    /** 0: no answer. */
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export type SendPart = (
  address: string,
  body: Blob,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
) => Promise<void>;

export const sendPart: SendPart = (address, body, onProgress, signal) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const done = (outcome: () => void) => {
      signal.removeEventListener("abort", stop);
      outcome();
    };
    request.open("PUT", address);
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onload = () =>
      done(() => {
        if (request.status >= 200 && request.status < 300) return resolve();
        let reason = "";
        try {
          reason = JSON.parse(request.responseText).message;
        } catch {
          // not from the service
        }
        reject(new PartError(request.status, reason));
      });
    request.onerror = () => done(() => reject(new PartError(0, "")));
    request.onabort = () => done(() => reject(new DOMException("", "AbortError")));
    signal.addEventListener("abort", stop);
    request.send(body);
  });
