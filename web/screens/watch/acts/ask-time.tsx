import { useSignal } from "@preact/signals";
import { formatOffset, parseTyped } from "../../../labels/offset.ts";
import { Dialog } from "../../../parts/dialog.tsx";
import { FieldError } from "../../../parts/form/notes.tsx";
import { localClock, type Zone } from "../../../parts/local-time.ts";
import { watchText } from "../../../text/watch.ts";
import { untilClock } from "../camera-time.ts";
import type { AskedTime } from "../panels.ts";
import type { Watching } from "../watching.ts";

type Props = {
  readonly kind: AskedTime;
  readonly zone: Zone;
  readonly watching: Watching;
  readonly lengthMs: number;
  readonly onClose: () => void;
};

/** Asks for a time in the video, or a time of the camera's clock. */
export function AskTime({ kind, zone, watching, lengthMs, onClose }: Props) {
  const watch = watchText.value;
  const startMs = Date.parse(watching.stream.startTime);
  const problem = useSignal<string | undefined>(undefined);
  const isClock = kind === "clock";
  const shownAs = (ms: number) => (isClock ? localClock(startMs + ms, zone) : formatOffset(ms));
  const typed = useSignal(shownAs(watching.frame.peek()?.ms ?? 0));

  const go = (event: Event) => {
    event.preventDefault();
    const ms = isClock ? untilClock(typed.value, startMs, zone) : parseTyped(typed.value);
    if (ms === undefined) problem.value = isClock ? watch.goToClockBad : watch.goToBad;
    else if (ms > lengthMs) problem.value = watch.goToOutside(shownAs(0), shownAs(lengthMs));
    else {
      void watching.show(ms);
      onClose();
    }
  };
  return (
    <Dialog title={isClock ? watch.goToClock : watch.goTo} onClose={onClose}>
      <form class="form" onSubmit={go}>
        <label class="field">
          {isClock ? watch.goToClockHint : watch.goToHint}
          <input
            autofocus
            inputMode="text"
            autocomplete="off"
            value={typed.value}
            aria-invalid={problem.value !== undefined}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onInput={({ currentTarget }) => {
              typed.value = currentTarget.value;
            }}
          />
        </label>
        <FieldError text={problem.value} />
        <button type="submit" class="primary">
          {watch.go}
        </button>
      </form>
    </Dialog>
  );
}
