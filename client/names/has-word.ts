import { nameKey } from "../../shared/domain/species/name-key.ts";

/** The beginning of a word, as the service finds names: a letter or digit that does not follow another one. */
const wordStart = /(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}]/uy;

/** True if any word of a name begins with a text: `fox` and `red f` find Red fox. Case and accents do not matter. */
export function hasWord(name: string, beginning: string): boolean {
  const [key, wanted] = [nameKey(name), nameKey(beginning)];
  if (wanted === "") return false;
  for (let at = key.indexOf(wanted); at >= 0; at = key.indexOf(wanted, at + 1)) {
    wordStart.lastIndex = at;
    if (at === 0 || wordStart.test(key)) return true;
  }
  return false;
}
