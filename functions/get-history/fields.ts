import { isDeepStrictEqual } from "node:util";
import type { FieldView } from "../../shared/views/history/history.ts";

/** The fields of a record as callers see them. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields that differ, with `null` for those that are not set. */
export function changedFields(before: Fields, after: Fields): FieldView[] {
  return Object.keys({ ...before, ...after }).flatMap((field) => {
    const [had, has] = [before[field] ?? null, after[field] ?? null];
    return isDeepStrictEqual(had, has) ? [] : [{ field, before: had, after: has }];
  });
}
