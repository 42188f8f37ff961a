import { useSignal } from "@preact/signals";
import { useDataset } from "../../api/dataset.ts";
import { beginExport, type NewExport } from "../../api/exports.ts";
import { isAtLeast, useMe } from "../../api/me.ts";
import { type Filters, filterQuery } from "../../filters/filters.ts";
import { Dialog } from "../../parts/dialog.tsx";
import type { Fields } from "../../parts/form/fields.ts";
import { Form } from "../../parts/form/form.tsx";
import { Tick } from "../../parts/form/tick.tsx";
import { useWish } from "../../parts/wish.ts";
import { moreLink } from "../../route.ts";
import { exportsText } from "../../text/exports.ts";
import { PackageFields, packageOptions, TableFields, tableOptions } from "./export-fields.tsx";
import { TrainingFields, trainingOptions } from "./export-training.tsx";
import { Exports } from "./exports.tsx";

type Props = {
  readonly filters: Filters;
  /** Number of labels that match the filters. */
  readonly total: number;
  readonly onClose: () => void;
};

const formats = ["csv", "camtrap-dp", "dwca", "coco", "ytvis"] as const;

/** Asks the service for a file of all labels found, and shows the person's exports. */
export function ExportByService({ filters, total, onClose }: Props) {
  const exports = exportsText.value;
  const me = useMe().data;
  const wish = useWish();
  const format = useSignal<NewExport["format"]>("csv");
  const chosen = format.value;
  const isPackage = chosen === "camtrap-dp" || chosen === "dwca";
  const stored = useDataset(isPackage).data;
  const isAdmin = me !== undefined && isAtLeast(me.role, "admin");

  async function begin(fields: Fields) {
    const options = {
      ...optionsOf(fields, chosen),
      coordinates: fields("exact") === "" ? ("generalised" as const) : ("exact" as const),
    };
    const body = { format: format.value, filters: filterQuery(filters), options };
    await beginExport(body, wish.keyOf(body));
    wish.fulfilled();
  }

  return (
    <Dialog title={exports.title} onClose={onClose}>
      <p>{exports.what(total)}</p>
      <Form send={exports.begin} onSend={begin}>
        <fieldset>
          <legend>{exports.format}</legend>
          {formats.map((each) => (
            <label key={each} class="option">
              <input
                type="radio"
                name="format"
                value={each}
                checked={format.value === each}
                onChange={() => {
                  format.value = each;
                }}
              />
              {exports.formats[each]}
            </label>
          ))}
        </fieldset>
        {isPackage && stored && stored.dataset === undefined && (
          <p class="notice">
            {exports.undescribed} <a href={moreLink("dataset")}>{exports.describe}</a>
          </p>
        )}
        <FieldsOf key={chosen} format={chosen} isAdmin={isAdmin} />
        {isAdmin && <Tick name="exact" label={exports.exact} hint={exports.exactHint} checked={false} />}
      </Form>
      <Exports />
    </Dialog>
  );
}

type Format = { readonly format: NewExport["format"] };

/** The options of a format. */
function FieldsOf({ format, isAdmin }: Format & { readonly isAdmin: boolean }) {
  if (format === "csv") return <TableFields />;
  if (format === "coco" || format === "ytvis") return <TrainingFields format={format} isAdmin={isAdmin} />;
  return <PackageFields format={format} />;
}

function optionsOf(fields: Fields, format: Format["format"]) {
  if (format === "csv") return tableOptions(fields);
  if (format === "coco" || format === "ytvis") return trainingOptions(fields, format);
  return packageOptions(fields, format);
}
