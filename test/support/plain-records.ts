/** The fields that most records leave unset, for records that tests and benchmarks make without HTTP. */
export const plainSource = { siteId: undefined, timeZone: undefined, coordinateUncertainty: undefined };
export const plainSpecies = {
  ...{ images: [], externalTaxonId: undefined },
  ...{ kind: undefined, sensitivity: undefined, lineage: undefined },
};
/** Of recorded video. */
export const plainStream = { size: undefined, live: undefined };
/** Of a person's annotation. */
export const byPerson = { method: "human", confidence: undefined, machine: undefined } as const;
