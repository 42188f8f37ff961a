import { aligned } from "../terminal/aligned.ts";
import { printable } from "../terminal/printable.ts";
import type { Import, ImportRequests } from "./imports.ts";

/** Labels that are shown. */
const maxShown = 40;

const hint =
  "Labels without a species come in as text. --label LABEL=NUMBER gives one a species, --label LABEL=none leaves it out, --create-species makes species of the others.";

/** The labels of a detector's results, with their number and what they become. Empty without labels. */
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
