import { signal } from "@preact/signals";
import { en } from "./en.ts";

/** A text, or one that depends on values. */
type Entry = string | ((...values: never[]) => string);
type Same<T> = {
  readonly [K in keyof T]: T[K] extends Entry ? (T[K] extends string ? string : T[K]) : Same<T[K]>;
};

/** All texts of the page. Another language is a file whose object `satisfies Text`. */
export type Text = Same<typeof en>;

/** The texts in the language of the page: `text.value.watch.play`. */
export const text = signal<Text>(en);
