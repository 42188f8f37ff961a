import { aligned } from "../terminal/aligned.ts";
import { printable } from "../terminal/printable.ts";
import type { Import, ImportRequests } from "./imports.ts";

/** Maximum number of labels that are shown. */
const maxShown = 40;

const hint =
  "Labels without a species are imported as text. --label LABEL=NUMBER gives a label a species, --label LABEL=none leaves it out, --create-species creates species for the others.";

/** Table of the labels in a detector's results, with their numbers and species. Empty without labels. */
export async function labelTable(
  { labels }: Pick<Import, "labels">,
  nameOf: ImportRequests["speciesName"],
): Promise<string> {
  if (labels.length === 0) return "";
  const shown = labels.slice(0, maxShown);
  const rows = shown.map(async ({ label, count, species }) => [
    printable(label),
    count.toLocaleString("en-GB"),
    species === null ? "–" : `${species} ${printable(await nameOf(species))}`,
  ]);
  const more = labels.length - shown.length;
  return [
    aligned([["label", "detections", "species"], ...(await Promise.all(rows))], (column) => column === 1),
    ...(more === 0 ? [] : [`and ${more} more labels`]),
    ...(labels.some(({ species }) => species === null) ? [hint] : []),
  ].join("\n");
}
