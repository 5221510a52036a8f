// Which of its views the page shows: the part of its address after "#".
import { signal } from "@preact/signals";

const read = () => location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);

/** "#/orders/7/plan" is ["orders", "7", "plan"]. */
export const route = signal(read());

addEventListener("hashchange", () => {
  route.value = read();
  scrollTo(0, 0);
});

export const to = (...parts: string[]) => "#/" + parts.map(encodeURIComponent).join("/");

export function go(...parts: string[]): void {
  location.hash = to(...parts);
}
