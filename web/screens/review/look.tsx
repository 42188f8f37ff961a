import { type Signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { stillOf } from "../../filters/moments.ts";
import { LabelStill } from "../../parts/list/label-still.tsx";
import { reviewText } from "../../text/review.ts";
import type { Item } from "./item.ts";
import { Loop } from "./loop.ts";
import type { Reviewing } from "./reviewing.ts";

type Props = { readonly item: Item; readonly reviewing: Reviewing; readonly isLooping: Signal<boolean> };

/** The label at the cursor: a still, or its moment of the video in a loop. */
export function Look({ item, reviewing, isLooping }: Props) {
  return (
    <div class="look label-still">
      <LabelStill key={item.id} wanted={stillOf(item.label.row, 960)} isSeen />
      {isLooping.value && <Looped reviewing={reviewing} />}
    </div>
  );
}

function Looped({ reviewing }: Pick<Props, "reviewing">) {
  const review = reviewText.value;
  const canvas = useRef<HTMLCanvasElement>(null);
  const loop = useSignal<Loop | undefined>(undefined);
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const made = new Loop(canvas.current, matchMedia("(prefers-reduced-motion: reduce)").matches);
    loop.value = made;
    return () => made.close();
  }, [loop]);
  useSignalEffect(() => {
    const item = reviewing.current.value;
    if (item) void loop.value?.show(item.label);
  });
  const isShown = loop.value?.hasPicture.value ?? false;
  return (
    <>
      <canvas
        ref={canvas}
        class={isShown ? "picture" : "picture waits"}
        role="img"
        aria-label={review.look}
      />
      {loop.value?.isBroken.value && (
        <p class="line-on-picture" role="status">
          {review.noVideo}
        </p>
      )}
    </>
  );
}
