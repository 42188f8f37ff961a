import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { en } from "./en.ts";

/** The same entries with texts of another language: a text stays a text, a function keeps its parameters. */
type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: never[]) => string
      ? T[K]
      : Translated<T[K]>;
};

/** All texts of the page, each part under its name. Another language is a file whose object `satisfies Text`. */
export type Text = Translated<typeof en>;

/** The languages of the page. English comes with the parts of the page. Another language is loaded when it is chosen. */
export const languages: readonly { readonly code: string; readonly load: () => Promise<Text | undefined> }[] =
  [{ code: "en", load: async () => undefined }];

/** `undefined` while the page is in English. */
const chosen = signal<Text | undefined>(undefined);

/** Shows the page in another language. */
export async function chooseLanguage(code: string): Promise<void> {
  const language = languages.find((each) => each.code === code);
  if (language === undefined) return;
  chosen.value = await language.load();
  document.documentElement.lang = code;
}

/** A part's texts in the language of the page: `watchText.value.play`. @param english the texts to show if no other language is chosen */
export function inLanguage<Part extends keyof Text>(
  part: Part,
  english: Text[Part],
): ReadonlySignal<Text[Part]> {
  return computed(() => chosen.value?.[part] ?? english);
}
