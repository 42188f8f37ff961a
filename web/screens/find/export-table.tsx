import { beginExport } from "../../api/exports.ts";
import { isAtLeast, useMe } from "../../api/me.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field, Form } from "../../parts/form.tsx";
import { Tick } from "../../parts/tick.tsx";
import { useWish } from "../../parts/wish.ts";
import { text } from "../../text/text.ts";
import { Exports } from "./exports.tsx";
import { type Filters, filterQuery } from "./filters.ts";

type Props = {
  readonly filters: Filters;
  /** Number of labels that the filters find. */
  readonly total: number;
  readonly onClose: () => void;
};

/** Lets the service make a table of all labels that were found, and shows the exports that it has made. */
export function ExportTable({ filters, total, onClose }: Props) {
  const { exports } = text.value;
  const me = useMe().data;
  const wish = useWish();
  return (
    <Dialog title={exports.title} onClose={onClose}>
      <p>{exports.what(total)}</p>
      <Form
        send={exports.begin}
        onSend={async (fields) => {
          const columns = fields("columns")
            .split(",")
            .map((each) => each.trim());
          const body = {
            format: "csv" as const,
            filters: filterQuery(filters),
            options: {
              columns: columns.filter((each) => each !== ""),
              coordinates: fields("exact") === "" ? ("generalised" as const) : ("exact" as const),
            },
          };
          await beginExport(body, wish.keyOf(body));
          wish.fulfilled();
        }}
      >
        <Field name="columns" label={exports.columns} hint={exports.columnsHint} />
        {me && isAtLeast(me.role, "admin") && (
          <Tick name="exact" label={exports.exact} hint={exports.exactHint} checked={false} />
        )}
      </Form>
      <Exports />
    </Dialog>
  );
}
