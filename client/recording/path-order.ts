const names = new Intl.Collator("en", { numeric: true });

/** Sorts files by path: `IMG_2` comes before `IMG_10`. */
export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return names.compare(a.path, b.path);
}
