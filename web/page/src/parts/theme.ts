// Dark or light: the system's choice, unless the user has made one.
import { signal } from "@preact/signals";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const kKept = "storey.theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

export const theme = signal<Theme>("system");
export const isDark = signal(dark.matches);

export function setTheme(chosen: Theme): void {
  theme.value = chosen;
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  isDark.value = chosen === "system" ? dark.matches : chosen === "dark";
  localStorage.setItem(kKept, chosen);
}

export function startTheme(): void {
  const kept = localStorage.getItem(kKept) as Theme | null;
  setTheme(kept && themes.includes(kept) ? kept : "system");
  dark.addEventListener("change", () => setTheme(theme.value));
}
