import { pseudonym } from "./people.ts";
import { isVeiled } from "./place-shown.ts";
import type { AnnotationRecord, Exporting, SourceRecord, StreamRecord } from "./records.ts";

// Imported records keep their ids. A package of another deployment of this service has ids of the same form as ours. So
// a record that was made here on an imported source gets this data set's id as a prefix.

export function deploymentId(source: SourceRecord, exporting: Exporting): string {
  return idOf(source, source.camtrapDp?.["deploymentID"], `source-${source.id}`, exporting);
}

export function mediaId(stream: StreamRecord, source: SourceRecord, exporting: Exporting): string {
  return idOf(source, stream.camtrapDp?.["mediaID"], `stream-${stream.id}`, exporting);
}

export function observationId(label: AnnotationRecord, source: SourceRecord, exporting: Exporting): string {
  return idOf(source, label.camtrapDp?.["observationID"], `annotation-${label.id}`, exporting);
}

/**
 * The id of the imported event of a label. For a veiled source it is a pseudonym, which groups the rows without
 * revealing the place.
 */
export function eventId(
  kept: string | undefined,
  source: SourceRecord,
  exporting: Exporting,
): string | undefined {
  // An empty cell in the package means that the label has no event.
  if (kept === undefined || kept === "") return undefined;
  if (isVeiled(source, exporting)) return pseudonym(`event ${kept}`, exporting);
  return exporting.packageIds && source.packageId !== undefined ? `${source.packageId}:${kept}` : kept;
}

/**
 * Returns true if the sources of an export come from several packages, or if only some of them come from a package. Ids
 * are unique only within a package.
 */
export function needPackageIds(
  sources: readonly SourceRecord[],
  by: Pick<Exporting, "coordinates" | "sensitivityAt">,
): boolean {
  const packages = new Set(sources.map((source) => (isVeiled(source, by) ? undefined : source.packageId)));
  return packages.size > 1;
}

/**
 * Returns the id to show. An imported id is often a path or a name, which would reveal the place of a veiled source.
 */
function idOf(source: SourceRecord, imported: string | undefined, own: string, exporting: Exporting): string {
  const { packageId } = source;
  if (packageId === undefined || isVeiled(source, exporting)) return own;
  if (imported === undefined) return `${exporting.dataset.id}:${own}`;
  return exporting.packageIds ? `${packageId}:${imported}` : imported;
}
