import { datasetText } from "../../text/dataset.ts";

/** Returns the title of a field or section in the form. */
export function partOf(field: string): string {
  const dataset = datasetText.value;
  const parts: Readonly<Record<string, string>> = {
    title: dataset.title,
    name: dataset.name,
    description: dataset.description,
    keywords: dataset.keywords,
    version: dataset.version,
    bibliographicCitation: dataset.citation,
    homepage: dataset.homepage,
    language: dataset.language,
    contributors: dataset.people,
    licenses: dataset.licenses,
    project: dataset.project,
    media_public: dataset.publishing,
    coordinatePrecision: dataset.publishing,
    taxon_id_prefix: dataset.publishing,
  };
  return parts[field] ?? dataset.rest;
}
