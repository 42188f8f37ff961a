/**
 * The form in which two names are the same: case, accents and runs of white space do not count, in any
 * script that has them (Unicode, sections 3.13 and 5.18). Lower and then upper case come first, since some
 * letters have no other way to their plain form: ẞ is ß is SS, a final ς is Σ, ᾳ is ΑΙ.
 */
export function nameKey(name: string): string {
  const plain = name.toLowerCase().toUpperCase().normalize("NFKD").replace(/\p{M}/gu, "");
  return plain.toUpperCase().toLowerCase().replaceAll("ς", "σ").replace(/\s+/gu, " ").trim();
}
