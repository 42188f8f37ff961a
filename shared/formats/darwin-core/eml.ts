import type { descriptor } from "../camtrap-dp/write/descriptor.ts";
import { licence } from "./occurrence.ts";
import { type Element, element, optional, xmlText } from "./xml.ts";

/** A datapackage.json that this service writes. */
type Descriptor = ReturnType<typeof descriptor>;
type Described = Readonly<Record<string, unknown>>;

/**
 * Writes eml.xml of an archive (Ecological Metadata Language 2.2, as GBIF reads it).
 * @param language of the dataset: three letters (ISO 639-3)
 */
export function emlXml(json: Descriptor, language: string): string {
  const { contributors, title, id, created, temporal, taxonomic } = json;
  const project: Described = json.project;
  const creators = contributors.filter(({ role }) => role !== "publisher" && role !== "rightsHolder");
  const contacts = contributors.filter(({ role }) => role === "contact");
  const parties = (name: string, list: readonly Described[]) =>
    (list.length > 0 ? list : contributors.slice(0, 1)).map((each) => party(name, each));
  const dataset = element("dataset", [
    element("alternateIdentifier", [id]),
    element("title", [title], { "xml:lang": language }),
    ...parties("creator", creators),
    ...parties("metadataProvider", contacts),
    element("pubDate", [created.slice(0, "2026-03-01".length)]),
    element("language", [language]),
    element("abstract", [element("para", [json.description ?? title])]),
    element("intellectualRights", [element("para", [licence(json, "data") ?? "See the data package."])]),
    element("coverage", [
      element("geographicCoverage", [
        element("geographicDescription", [textOf(project["title"]) ?? title]),
        element("boundingCoordinates", bounds(json.spatial.coordinates.flat())),
      ]),
      element("temporalCoverage", [
        element("rangeOfDates", [
          element("beginDate", [element("calendarDate", [temporal.start])]),
          element("endDate", [element("calendarDate", [temporal.end])]),
        ]),
      ]),
      taxonomic.length === 0 ? undefined : element("taxonomicCoverage", taxonomic.map(taxon)),
    ]),
    ...parties("contact", contacts),
    element("project", [
      element("title", [textOf(project["title"]) ?? title]),
      ...parties("personnel", creators.slice(0, 1)).map(({ name, content, attributes }) =>
        element(name, [...content, element("role", ["principalInvestigator"])], attributes),
      ),
      description(project),
    ]),
  ]);
  return xmlText(
    element("eml:eml", [dataset], {
      "xmlns:eml": "https://eml.ecoinformatics.org/eml-2.2.0",
      "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
      "xsi:schemaLocation":
        "https://eml.ecoinformatics.org/eml-2.2.0 https://rs.gbif.org/schema/eml-gbif-profile/1.3/eml.xsd",
      packageId: id,
      system: "http://gbif.org",
      scope: "system",
      "xml:lang": language,
    }),
  );
}

/** A person, or an organization if the role is to publish or to hold rights and there is no family name. */
function party(name: string, contributor: Described): Element {
  const { title, firstName, lastName, organization, email, path, role } = contributor;
  const surName = textOf(lastName);
  const isOrganization = surName === undefined && (role === "publisher" || role === "rightsHolder");
  const called = textOf(title) ?? textOf(organization) ?? "unknown";
  const orcid = textOf(path)?.includes("orcid.org") === true ? textOf(path) : undefined;
  return element(name, [
    isOrganization ? undefined : individual(surName === undefined ? undefined : firstName, surName ?? called),
    isOrganization ? element("organizationName", [called]) : optional("organizationName", organization),
    optional("electronicMailAddress", email),
    orcid === undefined ? optional("onlineUrl", path) : undefined,
    orcid === undefined ? undefined : element("userId", [orcid], { directory: "https://orcid.org/" }),
  ]);
}

/** Names of a person. Without a family name, nobody knows which part it is, so the whole name is the surname. */
function individual(givenName: unknown, surName: string): Element {
  return element("individualName", [optional("givenName", givenName), element("surName", [surName])]);
}

function bounds(corners: readonly (readonly number[])[]): readonly Element[] {
  const [west, south] = corners[0] ?? [];
  const [east, north] = corners[2] ?? [];
  const sides = { west, east, north, south };
  return Object.entries(sides).map(([side, degrees]) =>
    element(`${side}BoundingCoordinate`, [String(degrees)]),
  );
}

function taxon({ scientificName, taxonRank, vernacularNames }: Descriptor["taxonomic"][number]): Element {
  const names = typeof vernacularNames === "object" ? Object.values(vernacularNames ?? {}) : [];
  return element("taxonomicClassification", [
    optional("taxonRankName", taxonRank),
    element("taxonRankValue", [scientificName]),
    ...names.map((name) => optional("commonName", name)),
  ]);
}

function description({ description: about, samplingDesign }: Described): Element {
  const design = `Sampling design: ${textOf(samplingDesign) ?? "unknown"}.`;
  const texts = [textOf(about), design].filter((text) => text !== undefined);
  return element(
    "abstract",
    texts.map((text) => element("para", [text])),
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
