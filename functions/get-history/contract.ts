import * as z from "zod/mini";
import { described } from "../../shared/domain/wire/described.ts";
import { idParameter } from "../../shared/domain/wire/id.ts";
import { wholeNumber } from "../../shared/domain/wire/whole-number.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { HistoryView } from "../../shared/views/history/history.ts";

/** The types of records that have a history. */
export const HistoryType = z.enum([
  ...(["annotations", "videostreams", "capturesources"] as const),
  ...(["species", "users", "dataset"] as const),
]);
export type HistoryType = z.infer<typeof HistoryType>;

export const contract = defineContract({
  operationId: "get-history",
  method: "GET",
  path: "/history/{type}/{id}",
  summary: "Get the versions of a record: who changed what, and when. The latest is first.",
  description:
    "Annotators may see the history of annotations, curators also that of video streams, capture sources and species, and admins also that of the roles of users, and of the dataset, whose id is 1. Only the author, the user who deleted it and curators may see the history of a deleted annotation.",
  access: "annotator",
  params: z.strictObject({
    type: described(HistoryType, "Type of the record.", "annotations"),
    id: idParameter("Id of the record.", 1),
  }),
  query: z.strictObject({
    limit: described(
      z._default(wholeNumber(1, 100), 20),
      "Maximum number of versions: 1 to 100, default 20. A page with long tracks has fewer.",
      20,
    ),
    before: z.optional(idParameter("Only versions before this one: `next` of the last page.", 21)),
  }),
  responses: { 200: HistoryView },
});
