import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { text } from "../wire/text.ts";

// The lists of DataCite 4.4 that the Camtrap DP profile uses.
const relationTypes =
  "IsCitedBy Cites IsSupplementTo IsSupplementedBy IsContinuedBy Continues IsNewVersionOf IsPreviousVersionOf IsPartOf HasPart IsPublishedIn IsReferencedBy References IsDocumentedBy Documents IsCompiledBy Compiles IsVariantFormOf IsOriginalFormOf IsIdenticalTo HasMetadata IsMetadataFor Reviews IsReviewedBy IsDerivedFrom IsSourceOf Describes IsDescribedBy HasVersion IsVersionOf Requires IsRequiredBy Obsoletes IsObsoletedBy";
const resourceTypes =
  "Audiovisual Book BookChapter Collection ComputationalNotebook ConferencePaper ConferenceProceeding DataPaper Dataset Dissertation Event Image InteractiveResource Journal JournalArticle Model OutputManagementPlan PeerReview PhysicalObject Preprint Report Service Software Sound Standard Text Workflow Other";
const identifierTypes =
  "ARK arXiv bibcode DOI EAN13 EISSN Handle IGSN ISBN ISSN ISTC LISSN LSID PMID PURL UPC URL URN w3id";

const example = {
  relationType: "IsSupplementTo",
  relatedIdentifier: "10.1234/foxes",
  relatedIdentifierType: "DOI",
};

export const relatedIdentifiers = described(
  z
    .array(
      z.strictObject({
        relationType: z.enum(relationTypes.split(" ")),
        relatedIdentifier: text(1, 2048),
        relatedIdentifierType: z.enum(identifierTypes.split(" ")),
        resourceTypeGeneral: z.optional(z.enum(resourceTypes.split(" "))),
      }),
    )
    .check(z.maxLength(100)),
  "Related resources, such as a paper, in the terms of DataCite.",
  [example],
);
