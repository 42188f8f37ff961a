/**
 * Returns a key that is equal for every spelling of a name. It ignores case, accents and runs of white space, in any
 * script that has them (Unicode, sections 3.13 and 5.18). It converts to lower and then upper case first, because some
 * letters reach their plain form only this way: ẞ → ß → SS, final ς → Σ, ᾳ → ΑΙ.
 */
export function nameKey(name: string): string {
  const plain = name.toLowerCase().toUpperCase().normalize("NFKD").replace(/\p{M}/gu, "");
  return plain.toUpperCase().toLowerCase().replaceAll("ς", "σ").replace(/\s+/gu, " ").trim();
}
