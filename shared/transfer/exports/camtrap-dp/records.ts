import type { Annotation } from "../../../domain/annotation/annotation.ts";
import { textsOf } from "../../../domain/dataset/camtrap-dp-texts.ts";
import type { CaptureSource } from "../../../domain/source/capture-source.ts";
import type { Species } from "../../../domain/species/species.ts";
import type { VideoStream } from "../../../domain/stream/video-stream.ts";
import type {
  AnnotationRecord,
  SourceRecord,
  SpeciesRecord,
  StreamRecord,
} from "../../../formats/camtrap-dp/write/records.ts";

// Records in the form that the mapping needs: with the necessary fields only, so that they can be stored between pieces
// as JSON, and with the cells of packages as texts.

export function sourceRecord(source: CaptureSource): SourceRecord {
  const { id, name, location, cameraHardware, siteId, timeZone, coordinateUncertainty, importId } = source;
  return {
    ...{ id, name, location, cameraHardware, siteId, timeZone, coordinateUncertainty },
    camtrapDp: source.camtrapDp && textsOf(source.camtrapDp),
    // All records of one import come from one package.
    packageId: importId === undefined ? undefined : `import-${importId}`,
  };
}

export function streamRecord(stream: VideoStream): StreamRecord {
  const { id, source, url, startMs, endMs, size, mediaType } = stream;
  const camtrapDp = stream.camtrapDp && textsOf(stream.camtrapDp);
  return { id, source, url, startMs, endMs, size, mediaType, camtrapDp };
}

export function speciesRecord(species: Species): SpeciesRecord {
  const { id, commonName, scientificName, externalTaxonId, kind, lineage } = species;
  const camtrapDp = species.camtrapDp && textsOf(species.camtrapDp);
  return { id, commonName, scientificName, externalTaxonId, kind, lineage, camtrapDp };
}

export function annotationRecord(annotation: Annotation): AnnotationRecord {
  return { ...annotation, camtrapDp: annotation.camtrapDp && textsOf(annotation.camtrapDp) };
}
