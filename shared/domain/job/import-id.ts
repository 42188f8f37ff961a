import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { Id, idParameter } from "../wire/id.ts";

/** The id of the import that made a record. No request sets it. */
export type ImportId = number | undefined;

const description = "Id of the import that made the record.";

/** The field in a response that omits fields without a value, and in one that has every field. */
export const shownImport = { import: described(z.optional(Id), description, 3) };
export const fullImport = { import: described(z.nullable(Id), description, null) };

export const importFilter = {
  import: z.optional(idParameter("Only annotations that the import with this id made.", 3)),
};
