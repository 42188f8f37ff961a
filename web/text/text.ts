import { signal } from "@preact/signals";
import { en } from "./en.ts";

/** The same entries with texts of another language: a text stays a text, a function keeps its parameters. */
type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: never[]) => string
      ? T[K]
      : Translated<T[K]>;
};

/** All texts of the page. Another language is a file whose object `satisfies Text`. */
export type Text = Translated<typeof en>;

/** The languages of the page, each loaded when it is chosen. */
export const languages: readonly { readonly code: string; readonly load: () => Promise<Text> }[] = [
  { code: "en", load: async () => en },
];

/** The texts in the language of the page: `text.value.watch.play`. */
export const text = signal<Text>(en);

/** Shows the page in another language. */
export async function chooseLanguage(code: string): Promise<void> {
  const language = languages.find((each) => each.code === code);
  if (language === undefined) return;
  text.value = await language.load();
  document.documentElement.lang = code;
}
