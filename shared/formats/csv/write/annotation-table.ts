import type { Annotation } from "../../../domain/annotation/annotation.ts";
import { leadingSpecies, reviewOf } from "../../../domain/annotation/review.ts";
import { annotationColumns } from "../../../domain/job/export-columns.ts";
import { formatOffset } from "../../../domain/time/media-offset.ts";
import { formatTimestamp } from "../../../domain/time/timestamp.ts";
import { formatLocalTime } from "../../../domain/time/zone-offset.ts";
import type { Joined } from "../../joined.ts";
import { veiledLabel, veiledSource, veiledStream } from "../../veil.ts";
import { byteOrderMark, type Cell, csvLine } from "../cells.ts";
import { publicPlace } from "./public-place.ts";

/** The first line of a table of annotations. */
export function annotationHeader(columns: readonly string[]): string {
  return byteOrderMark + csvLine([...annotationColumns, ...columns]);
}

/**
 * Formats a line for each annotation.
 * @param columns keys of observations that have a column
 */
export function annotationLines(joined: Joined, columns: readonly string[]): string {
  return joined.annotations.map((annotation) => csvLine(cellsOf(annotation, joined, columns))).join("");
}

function cellsOf(stored: Annotation, joined: Joined, columns: readonly string[]): readonly Cell[] {
  const [foundStream, foundSource] = [joined.stream(stored.videostream), joined.source(stored.source)];
  // The place of a deleted source may be sensitive.
  const sensitivity = foundSource ? joined.sensitivityAt(foundSource) : "extreme";
  const isPublic = sensitivity === "none";
  const stream = isPublic ? foundStream : foundStream && veiledStream(foundStream);
  const source = isPublic ? foundSource : foundSource && veiledSource(foundSource);
  const annotation = isPublic ? stored : veiledLabel(stored);
  const { id, startMs, endMs, boundingBox, keypoints, author, observation = {} } = annotation;
  const place = source && publicPlace(source, sensitivity);
  const leader = leadingSpecies(annotation);
  const species = leader === undefined ? undefined : joined.species(leader);
  const box = keypoints?.[0]?.box ?? boundingBox;
  const timeOf = (offsetMs: number) => (stream ? formatTimestamp(stream.startMs + offsetMs) : null);
  const observer = () => {
    if (author.source === undefined || annotation.observer !== undefined)
      return isPublic ? (annotation.observer ?? joined.userName(author.id)) : null;
    const site = isPublic ? joined.source(author.source)?.name : undefined;
    return site ?? `capture source ${author.source}`;
  };
  const cells: Record<string, Cell | undefined> = {
    id,
    videostream: annotation.videostream,
    stream_url: stream?.url,
    capturesource: annotation.source,
    capturesource_name: source?.name,
    site_id: source?.siteId,
    latitude: place?.latitude,
    longitude: place?.longitude,
    coordinate_uncertainty: place?.uncertaintyMetres,
    time_zone: source?.timeZone,
    start_time: timeOf(startMs),
    end_time: timeOf(endMs),
    local_time: stream && formatLocalTime(source?.timeZone, stream.startMs + startMs),
    start: formatOffset(startMs),
    end: formatOffset(endMs),
    species_id: leader,
    scientific_name: species?.scientificName,
    common_name: species?.commonName,
    kind: species && (species.kind ?? "animal"),
    votes: votesOf(annotation, joined),
    review: reviewOf(annotation),
    observer: observer(),
    method: annotation.method,
    confidence: annotation.confidence,
    ...box,
    picture_width: stream?.size?.width,
    picture_height: stream?.size?.height,
    // Tracks have dozens of boxes, which would make up most of the file and be too long for a cell of a spreadsheet.
    keypoints: keypoints?.length,
    observation: Object.keys(observation).length === 0 ? null : JSON.stringify(observation),
    created: formatTimestamp(annotation.createdMs),
    changed: formatTimestamp(annotation.changedMs),
  };
  return [
    ...annotationColumns.map((name) => cells[name] ?? null),
    ...columns.map((key) => (Object.hasOwn(observation, key) ? (observation[key] ?? null) : null)),
  ];
}

/** The number of votes for each species, as JSON; `null` without any. */
function votesOf({ identifications }: Annotation, { species }: Joined): Cell {
  if (identifications.length === 0) return null;
  return JSON.stringify(
    identifications.map(({ species: id, voters }) => ({
      species: id,
      scientific_name: species(id)?.scientificName ?? "unknown species",
      votes: voters.length,
    })),
  );
}
