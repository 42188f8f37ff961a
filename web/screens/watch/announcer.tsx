import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { formatOffset } from "../../labels/offset.ts";
import { watchText } from "../../text/watch.ts";
import { nameOf } from "./list/label-row.tsx";
import type { Watching } from "./watching.ts";

/** Several steps within this time are announced once. */
const pauseMs = 400;

/** Announces the time and the labels to users of screen readers, when the video pauses or steps. */
export function Announcer({ watching }: { readonly watching: Watching }) {
  const said = useSignal("");
  const now = useComputed(() => {
    const frame = watching.frame.value;
    if (frame === undefined || watching.player.value?.isPlaying.value) return undefined;
    const watch = watchText.value;
    return watch.pictureHint(formatOffset(frame.ms), watch.labelsHere(watching.here.value.map(nameOf)));
  });
  useSignalEffect(() => {
    const sentence = now.value;
    const timer = setTimeout(() => {
      if (sentence !== undefined) said.value = sentence;
    }, pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <p class="unseen" aria-live="polite">
      {said.value}
    </p>
  );
}
