import * as z from "zod/mini";
import { described } from "../../shared/domain/wire/described.ts";
import { idParameter } from "../../shared/domain/wire/id.ts";
import { repeatable } from "../../shared/domain/wire/repeatable.ts";
import { wholeNumber } from "../../shared/domain/wire/whole-number.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { ChangesView, ChangeType } from "../../shared/views/change/change.ts";

export const contract = defineContract({
  operationId: "list-changes",
  method: "GET",
  path: "/changes",
  summary: "List what has changed since a time or a cursor.",
  description:
    "Annotations, video streams, capture sources and species. The changes of one record are in their order, and none is missing. Changes of different records may be in another order. Changes can be read for 400 days.",
  access: "readonly",
  query: z.strictObject({
    since: z.optional(
      described(
        z.string().check(z.minLength(1), z.maxLength(2000)),
        "`next` of an earlier response, or a time (RFC 3339; in a URL, write + as %2B). A time gives every change after it, and some of the two hours before it. Default: no changes, only the cursor of now. A cursor that is too old is 410.",
        "2026-03-01T00:00:00Z",
      ),
    ),
    types: z.optional(repeatable(ChangeType, "Only changes of records of this type.", [["annotation"]])),
    videostream: z.optional(
      idParameter("Only changes of the video stream with this id, and of its annotations.", 1),
    ),
    records: described(
      z.optional(z.enum(["true", "false"])),
      "`true` adds up to 100 records, as GET shows them (with `shape=full`), each to its last change in the response. Get the others by their ids. Default: `false`.",
      "true",
    ),
    limit: described(
      z._default(wholeNumber(1, 1000), 100),
      "Number of changes to read: 1 to 1000, default 100. The filters apply to these changes. A response may have some more.",
      100,
    ),
  }),
  responses: { 200: ChangesView },
  faults: ["gone"],
});
