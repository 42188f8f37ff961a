import { type Fields, wordsOf } from "../../parts/fields.ts";
import { Choice, Field } from "../../parts/form.tsx";
import { Tick } from "../../parts/tick.tsx";
import { text } from "../../text/text.ts";

/** What can be chosen of a table. */
export function TableFields() {
  const { exports } = text.value;
  return <Field name="columns" label={exports.columns} hint={exports.columnsHint} />;
}

export function tableOptions(fields: Fields) {
  return { columns: wordsOf(fields("columns")) };
}

/** What can be chosen of a package. */
export function PackageFields() {
  const { exports } = text.value;
  const { reviewed, all, none } = exports.machines;
  const { media, event, both } = exports.levels;
  return (
    <>
      <Choice
        name="level"
        label={exports.level}
        hint={exports.levelHint}
        value="media"
        options={[
          ["media", media],
          ["event", event],
          ["both", both],
        ]}
      />
      <Choice
        name="machine"
        label={exports.machine}
        value="reviewed"
        options={[
          ["reviewed", reviewed],
          ["all", all],
          ["none", none],
        ]}
      />
      <Tick name="all" label={exports.allStreams} hint={exports.allStreamsHint} checked={false} />
      <Tick name="names" label={exports.names} hint={exports.namesHint} checked={false} />
    </>
  );
}

export function packageOptions(fields: Fields) {
  const machine = (["reviewed", "all", "none"] as const).find((each) => each === fields("machine"));
  const level = (["media", "event", "both"] as const).find((each) => each === fields("level"));
  const streams = fields("all") === "" ? ("annotated" as const) : ("all" as const);
  const people = fields("names") === "" ? ("pseudonyms" as const) : ("names" as const);
  return {
    ...(level === undefined ? {} : { level }),
    ...(machine === undefined ? {} : { machine }),
    streams,
    people,
  };
}
