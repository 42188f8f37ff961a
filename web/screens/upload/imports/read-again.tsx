import { type Import, startImport } from "../../../api/imports.ts";
import { Choice, Field, Form } from "../../../parts/form/form.tsx";
import { importsText } from "../../../text/imports.ts";
import type { Meanings } from "./label-table.tsx";

type Props = {
  readonly job: Import;
  readonly meanings: Meanings;
  /** `true` if no record can be imported with the current options. */
  readonly isUseless: boolean;
};

/** The options for reading the results of a detector. A change checks the file again. */
export function ReadAgain({ job: { id, options }, meanings: labels, isUseless }: Props) {
  const { reading, check } = importsText.value;
  const { match = {}, min_confidence = 0.2, frames = "best" } = options;
  return (
    <details open={isUseless}>
      <summary>{reading.title}</summary>
      {isUseless && <p class="notice">{reading.useless}</p>}
      <Form
        send={check}
        onSend={(fields) => {
          const strip = fields("options/match/strip");
          const base = fields("options/match/base");
          const sure = fields("options/min_confidence");
          return startImport(id, {
            dry_run: true,
            options: {
              ...options,
              labels,
              match: { ...(strip === "" ? {} : { strip }), ...(base === "" ? {} : { base }) },
              frames: fields("options/frames") === "all" ? "all" : "best",
              ...(sure === "" ? {} : { min_confidence: Number(sure) }),
            },
          });
        }}
      >
        <Field
          name="options/min_confidence"
          type="number"
          label={reading.minConfidence}
          hint={reading.minConfidenceHint}
          value={String(min_confidence)}
        />
        <Choice
          name="options/frames"
          label={reading.frames}
          value={frames}
          options={[
            ["best", reading.best],
            ["all", reading.all],
          ]}
        />
        <Field
          name="options/match/strip"
          label={reading.strip}
          hint={reading.stripHint}
          value={match.strip}
        />
        <Field name="options/match/base" label={reading.base} hint={reading.baseHint} value={match.base} />
      </Form>
    </details>
  );
}
