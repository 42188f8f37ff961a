import { useSignal } from "@preact/signals";
import type { Fields } from "../../parts/form/fields.ts";
import { Field } from "../../parts/form/form.tsx";
import { Tick } from "../../parts/form/tick.tsx";
import { exportsText } from "../../text/exports.ts";
import { MachineChoice, machineOption } from "./export-machine.tsx";

/** A training set of frames, or of clips. */
type TrainingFormat = "coco" | "ytvis";

type Props = { readonly format: TrainingFormat; readonly isAdmin: boolean };

const parts = [
  ["train", "80"],
  ["val", "10"],
  ["test", "10"],
] as const;

/** The options of a training set. */
export function TrainingFields({ format, isAdmin }: Props) {
  const exports = exportsText.value;
  const isSplit = useSignal(false);
  return (
    <>
      {format === "ytvis" && <Field name="options/fps" type="number" label={exports.fps} value="1" />}
      {isAdmin && <Tick name="stills" label={exports.stills} hint={exports.stillsHint} checked={false} />}
      <MachineChoice />
      <Tick
        name="split"
        label={exports.split}
        hint={exports.splitHint}
        checked={false}
        onTick={(isTicked) => {
          isSplit.value = isTicked;
        }}
      />
      {isSplit.value && (
        <>
          {parts.map(([part, share]) => (
            <Field
              key={part}
              name={`options/split/${part}`}
              type="number"
              label={exports.shares[part]}
              value={share}
            />
          ))}
          <Field name="options/split/seed" type="number" label={exports.seed} value="0" />
        </>
      )}
    </>
  );
}

export function trainingOptions(fields: Fields, format: TrainingFormat) {
  const number = (name: string) => Number(fields(`options/${name}`));
  const split = {
    ...{ train: number("split/train"), val: number("split/val"), test: number("split/test") },
    seed: number("split/seed"),
  };
  return {
    ...machineOption(fields),
    ...(format === "ytvis" ? { fps: number("fps") } : {}),
    ...(fields("split") === "" ? {} : { split }),
    ...(fields("stills") === "" ? {} : { stills: true }),
  };
}
