import type { FoundLabel } from "../../domain/job/import-job.ts";
import { nameKey } from "../../domain/species/name-key.ts";
import type { MetLabel } from "../../formats/detections/annotations.ts";
import { nameIn } from "../../formats/detections/made.ts";
import { cut } from "../../formats/fit.ts";
import type { ImportedSpecies } from "./format.ts";

/**
 * Maximum number of labels in an import's record, and their maximum size in bytes of JSON. A page of a hundred imports
 * must fit into a response.
 */
const mostLabels = 300;
const maxBytes = 30_000;

const maxName = 256;

/** Counts the labels of a detector's results. */
export function metLabels() {
  const byText = new Map<string, MetLabel & { count: number }>();
  return {
    add(labels: readonly MetLabel[]): void {
      for (const each of labels) {
        const key = each.label.text;
        const known = byText.get(key);
        if (known === undefined) byText.set(key, { ...each, count: 1 });
        else known.count += 1;
      }
    },
    /** The most frequent labels, in descending order. */
    all(): readonly FoundLabel[] {
      const sorted = [...byText.values()].toSorted(
        (a, b) => b.count - a.count || (a.label.text < b.label.text ? -1 : 1),
      );
      const shown: FoundLabel[] = [];
      let bytes = 0;
      for (const { label, count, species } of sorted.slice(0, mostLabels)) {
        const each = { label: cut(label.text, maxName).toWellFormed(), count, species: species?.id };
        bytes += Buffer.byteLength(JSON.stringify(each));
        if (bytes > maxBytes) break;
        shown.push(each);
      }
      return shown;
    },
    /** The species of labels for which none was found. */
    unknown(): readonly ImportedSpecies[] {
      const made = new Map<string, ImportedSpecies>();
      for (const { label, species } of byText.values()) {
        const scientificName = nameIn(label);
        if (species !== undefined || scientificName === undefined) continue;
        const { kind, commonName = scientificName, lineage = [] } = label.taxon;
        made.set(nameKey(scientificName), {
          scientificName,
          commonName: cut(commonName, maxName).toWellFormed(),
          kind: kind === "animal" ? undefined : kind,
          lineage:
            lineage.length === 0 ? undefined : lineage.map((name) => cut(name, maxName).toWellFormed()),
          camtrapDp: {},
        });
      }
      return [...made.values()];
    },
  };
}
