/** Unset fields of a plain capture source. Tests and benchmarks use these records to write without HTTP. */
export const plainSource = { siteId: undefined, timeZone: undefined, coordinateUncertainty: undefined };
export const plainSpecies = {
  ...{ images: [], externalTaxonId: undefined },
  ...{ kind: undefined, sensitivity: undefined, lineage: undefined },
};
/** Unset fields of a stream of recorded video. */
export const plainStream = { size: undefined, mediaType: undefined, live: undefined };
/** Fields of a person's annotation at the first moment of 1970. */
export const plainAnnotation = {
  method: "human",
  confidence: undefined,
  machine: undefined,
  moment: { ms: 0, offsetMinutes: 0 },
} as const;
