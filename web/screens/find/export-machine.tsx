import type { Fields } from "../../parts/form/fields.ts";
import { Choice } from "../../parts/form/form.tsx";
import { exportsText } from "../../text/exports.ts";

const machines = ["reviewed", "all", "none"] as const;

/** Chooses which labels of machines the file contains. */
export function MachineChoice() {
  const exports = exportsText.value;
  return (
    <Choice
      name="options/machine"
      label={exports.machine}
      value="reviewed"
      options={machines.map((each) => [each, exports.machines[each]])}
    />
  );
}

export function machineOption(fields: Fields) {
  const machine = machines.find((each) => each === fields("options/machine"));
  return machine === undefined ? {} : { machine };
}
