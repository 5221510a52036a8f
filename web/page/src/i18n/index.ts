// Words in the language of the user. A language is a file like en.ts, and a line in `languages`; all but English are
// loaded when they are wanted.
import { signal } from "@preact/signals";

import { en } from "./en";

export type Key = keyof typeof en;
export type Words = Record<Key, string>;

interface Language {
  name: string;
  load: () => Promise<Words>;
}

export const languages: Record<string, Language> = {
  en: { name: "English", load: async () => en },
  de: { name: "Deutsch", load: async () => (await import("./de")).de },
};

const kKept = "storey.language";
const current = signal<{ code: string; words: Words }>({ code: "en", words: en });

export const language = () => current.value.code;

/** For numbers and dates: the user's region, where it has that language. */
export const locale = () => navigator.languages.find((tag) => tag.slice(0, 2) === current.value.code) ?? current.value.code;

export async function setLanguage(code: string): Promise<void> {
  const chosen = languages[code];
  if (!chosen) return;
  const words = await chosen.load();
  current.value = { code, words };
  document.documentElement.lang = code;
  localStorage.setItem(kKept, code);
}

/** The language chosen before, or the first one of the browser's that there is. */
export function startLanguage(): Promise<void> {
  const wanted = [localStorage.getItem(kKept), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return setLanguage(wanted.find((code) => code && code in languages) ?? "en");
}

/**
 * The words for `key`, with `{name}` replaced by the parameters. "one|many" are told apart by the parameter `n`.
 */
export function t(key: Key, parameters: Record<string, string | number> = {}): string {
  const { code, words } = current.value;
  const forms = words[key].split("|");
  const one = new Intl.PluralRules(code).select(Number(parameters.n ?? 0)) === "one";
  const text = forms.length > 1 && !one ? forms[1]! : forms[0]!;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name] ?? "";
    return typeof value === "number" ? value.toLocaleString(locale()) : value;
  });
}

/** The words for a key that is made of data, or the data itself where there are none. */
export function tOr(key: string, otherwise: string, parameters: Record<string, string | number> = {}): string {
  return key in en ? t(key as Key, parameters) : otherwise;
}
