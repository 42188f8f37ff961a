/** The fields that most records leave unset, for records that tests and benchmarks make without HTTP. */
export const plainSource = { siteId: undefined, timeZone: undefined, coordinateUncertainty: undefined };
export const plainSpecies = {
  ...{ images: [], externalTaxonId: undefined },
  ...{ kind: undefined, sensitivity: undefined, lineage: undefined },
};
/** Of recorded video. */
export const plainStream = { size: undefined, mediaType: undefined, live: undefined };
/** Of a person's annotation of the first moment of 1970. */
export const plainAnnotation = {
  method: "human",
  confidence: undefined,
  machine: undefined,
  moment: { ms: 0, offsetMinutes: 0 },
} as const;
