import { existing, type RecordKind } from "../domain/wire/fault.ts";

/** The logic of an endpoint that returns one record by its id. */
export function getRecord<Row extends { readonly version: number }, View>(
  kind: RecordKind,
  find: (id: number) => Promise<Row | undefined>,
  view: (row: Row) => View,
) {
  return async ({ params: { id } }: { readonly params: { readonly id: number } }) => {
    const row = existing(kind, id, await find(id));
    return { status: 200, version: row.version, body: view(row) } as const;
  };
}
