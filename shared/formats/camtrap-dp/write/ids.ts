import { pseudonym } from "./people.ts";
import { isVeiled } from "./place-shown.ts";
import type { AnnotationRecord, Exporting, SourceRecord, StreamRecord } from "./records.ts";

// A record that was imported keeps its id. Our own ids cannot equal imported ones: a package of this service that comes
// back in another one has ids of the same form, so a record that was made here on an imported source gets this data
// set's id in front.

export function deploymentId(source: SourceRecord, exporting: Exporting): string {
  return idOf(source, source.camtrapDp?.["deploymentID"], `source-${source.id}`, exporting);
}

export function mediaId(stream: StreamRecord, source: SourceRecord, exporting: Exporting): string {
  return idOf(source, stream.camtrapDp?.["mediaID"], `stream-${stream.id}`, exporting);
}

export function observationId(label: AnnotationRecord, source: SourceRecord, exporting: Exporting): string {
  return idOf(source, label.camtrapDp?.["observationID"], `annotation-${label.id}`, exporting);
}

/** The event of a package that a label belongs to. Its id may tell the place, but it still groups the rows. */
export function eventId(
  kept: string | undefined,
  source: SourceRecord,
  exporting: Exporting,
): string | undefined {
  // A package that left the cell empty has no event there.
  if (kept === undefined || kept === "") return undefined;
  if (isVeiled(source, exporting)) return pseudonym(`event ${kept}`, exporting);
  return exporting.packageIds && source.packageId !== undefined ? `${source.packageId}:${kept}` : kept;
}

/** Ids are unique within a package only: whether the sources of an export come from several, or some from none. */
export function needPackageIds(
  sources: readonly SourceRecord[],
  by: Pick<Exporting, "coordinates" | "sensitivityAt">,
): boolean {
  const packages = new Set(sources.map((source) => (isVeiled(source, by) ? undefined : source.packageId)));
  return packages.size > 1;
}

/** An imported id is often a path or a name, which would tell where a veiled source is. */
function idOf(source: SourceRecord, imported: string | undefined, own: string, exporting: Exporting): string {
  const { packageId } = source;
  if (packageId === undefined || isVeiled(source, exporting)) return own;
  if (imported === undefined) return `${exporting.dataset.id}:${own}`;
  return exporting.packageIds ? `${packageId}:${imported}` : imported;
}
