import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { Fault } from "../wire/fault.ts";
import { mustBe } from "../wire/must-be.ts";
import { orNull } from "../wire/or-null.ts";
import { text } from "../wire/text.ts";
import { publishedEmail, webAddress } from "../wire/web-address.ts";
import { contributors } from "./contributors.ts";
import { licenses } from "./licences.ts";
import { Project } from "./project.ts";
import { relatedIdentifiers } from "./related-identifiers.ts";

/**
 * Maximum size of a dataset as JSON. It leaves room for the other attributes of the item (DynamoDB's limit: 400 KB).
 */
const maxBytes = 300_000;

const description = "a name of lower-case letters, digits, `-`, `_` and `.`";
const name = described(
  z.string({ error: mustBe(description) }).check(z.maxLength(100), z.regex(/^[a-z0-9][-a-z0-9._]*$/)),
  "Short name. The names of exported files begin with it: lower-case letters, digits, `-`, `_` and `.`.",
  "foxes-of-the-ridge",
);
const title = text(1, 1024).check(z.meta({ examples: ["Foxes of the ridge: camera trap videos 2019–2026"] }));
const id = described(
  z
    .string({ error: mustBe("a UUID") })
    .check(z.regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/)),
  "UUID of the dataset, the same in all exports. Default: the UUID that the dataset has already, or a new one.",
  "7cca70f5-ef8c-4f86-85fb-8f070937d7ab",
);
const language = described(
  z.string({ error: mustBe("a code of three letters (ISO 639-3)") }).check(z.regex(/^[a-z]{3}$/)),
  "Language of this description and of the species' common names: three letters (ISO 639-3). Default: `eng`.",
  "eng",
);
const mediaPublic = described(
  z.boolean({ error: mustBe("`true` or `false`") }),
  "`true` if everybody may open the `https:` addresses of videos. Default: `false`.",
  false,
);

const required = { name, title, contributors, licenses, project: Project };

/** The required fields of a dataset. */
export const requiredFields: readonly string[] = Object.keys(required);

const optional = {
  description: described(
    text(1, 20_000),
    "Description of the dataset, in Markdown.",
    "Foxes and the roads they cross.",
  ),
  version: described(text(1, 64), "Version of the dataset.", "1.2"),
  keywords: z.array(text(1, 256)).check(z.minLength(1), z.maxLength(100), z.meta({ examples: [["foxes"]] })),
  homepage: described(webAddress, "A page about the dataset."),
  bibliographicCitation: described(
    text(1, 4096),
    "Citation of the dataset.",
    "Duarte A (2026). Foxes of the ridge.",
  ),
  references: described(
    z.array(text(1, 2048)).check(z.maxLength(100)),
    "References, preferably with their DOI.",
    ["10.1234/foxes"],
  ),
  relatedIdentifiers,
  sources: described(
    z
      .array(
        z.strictObject({
          title: text(1, 256),
          path: z.optional(webAddress),
          email: z.optional(publishedEmail),
          version: z.optional(text(1, 64)),
        }),
      )
      .check(z.maxLength(100)),
    "Earlier sources of the data. Exports add this service.",
    [{ title: "Agouti", path: "https://www.agouti.eu" }],
  ),
  coordinatePrecision: described(
    z.number({ error: mustBe("a number of degrees from 0.000001 to 1") }).check(z.gte(0.000001), z.lte(1)),
    "Precision, in degrees, to which the places of cameras are already rounded.",
    0.001,
  ),
  taxon_id_prefix: described(
    text(1, 256),
    "Prefix that turns the `external_taxon_id` of a species into an identifier.",
    "https://www.gbif.org/species/",
  ),
};

/** `id`, `language` and `media_public` have defaults. */
export const NewDataset = z
  .strictObject({
    ...required,
    id: orNull(id),
    language: orNull(language),
    media_public: orNull(mediaPublic),
    description: orNull(optional.description),
    version: orNull(optional.version),
    keywords: orNull(optional.keywords),
    homepage: orNull(optional.homepage),
    bibliographicCitation: orNull(optional.bibliographicCitation),
    references: orNull(optional.references),
    relatedIdentifiers: orNull(optional.relatedIdentifiers),
    sources: orNull(optional.sources),
    coordinatePrecision: orNull(optional.coordinatePrecision),
    taxon_id_prefix: orNull(optional.taxon_id_prefix),
  })
  .check(
    z.refine((dataset) => new TextEncoder().encode(JSON.stringify(dataset)).length <= maxBytes, {
      error: `must have at most ${maxBytes} bytes as JSON.`,
    }),
    z.meta({
      id: "NewDataset",
      examples: [
        {
          name: "foxes-of-the-ridge",
          title: "Foxes of the ridge: camera trap videos 2019–2026",
          contributors: [{ title: "Ana Duarte", role: "contact", email: "ana.duarte@example.org" }],
          licenses: [
            { scope: "data", name: "CC0-1.0" },
            { scope: "media", name: "CC-BY-4.0" },
          ],
          project: {
            title: "Foxes of the ridge",
            samplingDesign: "systematicRandom",
            captureMethod: ["activityDetection"],
            individualAnimals: false,
          },
        },
      ],
    }),
  );
export type NewDataset = z.infer<typeof NewDataset>;

/** The data that a published package must have and no other record holds, under the names of Camtrap DP. */
export const Dataset = z
  .extend(z.partial(z.strictObject(optional)), { ...required, id, language, media_public: mediaPublic })
  .check(z.meta({ id: "Dataset" }));
export type Dataset = z.infer<typeof Dataset>;

/**
 * Returns a dataset that replaces the present one.
 * @param before `undefined` for the first
 * @param newId makes the id of a first dataset that was sent without one
 */
export function datasetFrom(sent: NewDataset, before: Dataset | undefined, newId: () => string): Dataset {
  const { id = before?.id ?? newId(), language = "eng", media_public = false, ...rest } = sent;
  return { ...rest, id, language, media_public };
}

export function noDataset(): Fault {
  return new Fault(
    "not-found",
    "The dataset is not described yet. An admin can describe it with PUT /api/v1/dataset, or on the page under More, Dataset.",
  );
}
