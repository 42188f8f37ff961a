import { datasetText } from "../../text/dataset.ts";

/** Returns the title of a field or section in the form. */
export function partOf(field: string): string {
  const { people, licenses, project, publishing, fields, rest } = datasetText.value;
  const sections: Readonly<Record<string, string>> = {
    contributors: people,
    licenses,
    project,
    media_public: publishing,
    coordinatePrecision: publishing,
    taxon_id_prefix: publishing,
  };
  const labels: Readonly<Record<string, readonly [string, string]>> = fields;
  return sections[field] ?? labels[field]?.[0] ?? rest;
}
