import { useSignal } from "@preact/signals";
import { type Fields, wordsOf } from "../../parts/form/fields.ts";
import { Choice, Field } from "../../parts/form/form.tsx";
import { Tick } from "../../parts/form/tick.tsx";
import { exportsText } from "../../text/exports.ts";
import { MachineChoice, machineOption } from "./export-machine.tsx";

/** The options of a table. */
export function TableFields() {
  const exports = exportsText.value;
  return <Field name="options/columns" label={exports.columns} hint={exports.columnsHint} />;
}

export function tableOptions(fields: Fields) {
  return { columns: wordsOf(fields("options/columns")) };
}

/** Camtrap DP or Darwin Core. */
type PackageFormat = "camtrap-dp" | "dwca";

const levelsOf = { "camtrap-dp": ["media", "event", "both"], dwca: ["event", "media"] } as const;
const gapSeconds = 120;

/** The options of a package. */
export function PackageFields({ format }: { readonly format: PackageFormat }) {
  const exports = exportsText.value;
  const levels = levelsOf[format];
  const level = useSignal<string>(levels[0]);
  return (
    <>
      <Choice
        name="options/level"
        label={exports.level}
        value={levels[0]}
        options={levels.map((each) => [each, exports.levels[each]])}
        onChoose={(chosen) => {
          level.value = chosen;
        }}
      />
      {level.value !== "media" && (
        <Field
          name="options/event_gap_seconds"
          type="number"
          label={exports.gap}
          hint={exports.gapHint}
          value={String(gapSeconds)}
        />
      )}
      <MachineChoice />
      {format === "camtrap-dp" && (
        <Tick name="all" label={exports.allStreams} hint={exports.allStreamsHint} checked={false} />
      )}
      <Tick name="names" label={exports.names} hint={exports.namesHint} checked={false} />
    </>
  );
}

export function packageOptions(fields: Fields, format: PackageFormat) {
  const level = levelsOf[format].find((each) => each === fields("options/level"));
  const streams = fields("all") === "" ? ("annotated" as const) : ("all" as const);
  const people = fields("names") === "" ? ("pseudonyms" as const) : ("names" as const);
  return {
    ...(level === undefined ? {} : { level }),
    ...(level === "media" ? {} : { event_gap_seconds: Number(fields("options/event_gap_seconds")) }),
    ...machineOption(fields),
    ...(format === "dwca" ? {} : { streams }),
    people,
  };
}
