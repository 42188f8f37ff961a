import * as z from "zod/mini";
import { orNull } from "../wire/or-null.ts";
import { ExportFilters } from "./export-filters.ts";
import { ExportFormat, foreignOptions, SentOptions } from "./export-options.ts";

export const NewExport = z
  .strictObject({
    format: ExportFormat,
    filters: orNull(ExportFilters),
    options: orNull(SentOptions),
  })
  .check(
    z.check<{ format: ExportFormat; options?: SentOptions | undefined }>(({ value, issues }) => {
      for (const [name, message] of foreignOptions(value.format, value.options ?? {})) {
        issues.push({ code: "custom", message, path: ["options", name], input: value });
      }
    }),
    z.meta({
      id: "NewExport",
      examples: [{ format: "csv", filters: { name: "red fox" }, options: { columns: ["behaviour"] } }],
    }),
  );
export type NewExport = z.infer<typeof NewExport>;
