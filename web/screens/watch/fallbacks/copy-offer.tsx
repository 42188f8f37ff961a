import { isAtLeast, useMe } from "../../../api/me.ts";
import { LeavingButton } from "../../../parts/leaving-button.tsx";
import { localDay, longDay } from "../../../parts/local-time.ts";
import { fallbacksText } from "../../../text/fallbacks.ts";
import { shellText } from "../../../text/shell.ts";
import type { PlayableCopy } from "./playable-copy.ts";

/** The state of the copy of a video that this browser cannot play, and the button that asks for it. */
export function CopyOffer({ copy }: { readonly copy: PlayableCopy }) {
  const words = fallbacksText.value.copy;
  const me = useMe().data;
  const state = copy.state.value;
  const mayAsk = me !== undefined && isAtLeast(me.role, "annotator");
  const isToAsk = state === "none" || state === "failed";
  return (
    <>
      <p role="status">
        {copy.refusal.value ?? sentenceOf(copy)} {isToAsk && me && !mayAsk && words.forAnnotators}
      </p>
      {isToAsk && mayAsk && (
        <LeavingButton onClick={() => void copy.make()}>
          {state === "none" ? words.make : words.makeAgain}
        </LeavingButton>
      )}
    </>
  );
}

function sentenceOf({ state, waitsUntilMs }: PlayableCopy): string | undefined {
  const words = fallbacksText.value.copy;
  const untilMs = waitsUntilMs.value;
  switch (state.value) {
    case "none":
      return undefined;
    case "failed":
      return words.failed;
    case "waiting":
      return untilMs === undefined
        ? words.waiting
        : words.waitsUntil(longDay(localDay(untilMs, undefined), shellText.value.locale));
    default:
      return words.making;
  }
}
