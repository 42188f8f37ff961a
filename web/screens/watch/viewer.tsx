import { useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useCaptureSources } from "../../api/capture-sources.ts";
import { useMe } from "../../api/me.ts";
import { helpOf } from "../../keys/chosen.ts";
import { type Hearer, useKeys } from "../../keys/hearing.ts";
import { useKeyHelp } from "../../keys/help.ts";
import { formatOffset, parseOffset } from "../../labels/offset.ts";
import { later } from "../../parts/later.tsx";
import type { Zone } from "../../parts/local-time.ts";
import type { Frame } from "../../picture/frame-clock.ts";
import { playsAtOnce } from "../../picture/habits.ts";
import type { Hole } from "../../picture/player.ts";
import { route } from "../../route.ts";
import { watchText } from "../../text/watch.ts";
import { AskDelete } from "./acts/ask-delete.tsx";
import { AskTime } from "./acts/ask-time.tsx";
import { keysOf, keysOfWatch } from "./acts/keys.ts";
import { type Tools, toolsFor } from "./acts/tools.ts";
import { Announcer } from "./announcer.tsx";
import { BoxFocus } from "./canvas/box-focus.tsx";
import { DraftBar } from "./canvas/draft-bar.tsx";
import { PictureBox } from "./canvas/picture-box.tsx";
import { Lanes } from "./lanes/lanes.tsx";
import { LabelList } from "./list/label-list.tsx";
import type { Neighbours } from "./neighbours.ts";
import { Panels } from "./panels.ts";
import { StreamLabels } from "./stream-labels.ts";
import { useTimeInAddress } from "./time-in-address.ts";
import { Transport } from "./transport.tsx";
import { type VideoStream, Watching } from "./watching.ts";

// Most videos play in every browser, with exact frames.
const AskInDoubt = later(async () => (await import("./fallbacks/ask-in-doubt.tsx")).AskInDoubt);
const CopyOffer = later(async () => (await import("./fallbacks/copy-offer.tsx")).CopyOffer);

type Props = {
  readonly stream: VideoStream;
  readonly zone: Zone;
  readonly neighbours: Neighbours;
};

/** The picture with its controls, the labels over time, and the list of labels. */
export function Viewer({ stream, zone, neighbours }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = useSignal<Watching | undefined>(undefined);
  const tools = useSignal<Tools | undefined>(undefined);
  const keys = useSignal<Hearer | undefined>(undefined);
  const me = useMe().data;
  const found = useCaptureSources().data?.get(stream.capturesource);
  const camera = useSignal(found);
  const panels = useMemo(() => new Panels(neighbours), [neighbours]);
  const watching = shown.value;

  useLayoutEffect(() => {
    if (canvas.current === null) return undefined;
    const labels = new StreamLabels(stream.id);
    const opened = new Watching(stream, labels, canvas.current);
    panels.picture = canvas.current;
    shown.value = opened;
    const atMs = parseOffset(route.peek().params.get("t") ?? "") ?? 0;
    void labels.load(atMs);
    const plays = playsAtOnce();
    void opened.open(atMs).then(() => (plays ? opened.play() : undefined));
    return () => opened.close();
  }, [stream, shown, panels]);

  useLayoutEffect(() => {
    camera.value = found;
  }, [camera, found]);

  // When the camera is fetched again, the tools must stay, because they hold unfinished work.
  useLayoutEffect(() => {
    if (watching === undefined || me === undefined) return undefined;
    const made = toolsFor(watching, me, camera);
    tools.value = made;
    keys.value = keysOf(watching, panels, made);
    return () => made?.close();
  }, [watching, me, camera, tools, panels, keys]);

  useKeys("watch", stream.id, keys.value);
  useKeyHelp(useComputed(() => helpOf("watch", keysOfWatch(tools.value !== undefined))).value);
  useTimeInAddress(shown);

  return (
    <div
      class="viewer"
      ref={(element) => {
        panels.screen = element;
      }}
    >
      <section class="seen" aria-label={watchText.value.video}>
        <div class="stage">
          <PictureBox watching={watching} pencil={tools.value?.pencil} canvasRef={canvas} />
          {watching && tools.value && (
            <>
              <BoxFocus watching={watching} pencil={tools.value.pencil} />
              <DraftBar watching={watching} tools={tools.value} />
            </>
          )}
          {watching && <States watching={watching} />}
        </div>
        {watching && <Below watching={watching} panels={panels} zone={zone} tools={tools.value} />}
      </section>
      {watching && <LabelList watching={watching} panels={panels} labelling={tools.value?.labelling} />}
    </div>
  );
}

function Below({ watching, panels, zone, tools }: Parameters<typeof Transport>[0]) {
  const lengthMs = useComputed(() => lengthOf(watching));
  const asked = panels.asked.value;
  return (
    <>
      <Transport watching={watching} panels={panels} zone={zone} tools={tools} />
      <Lanes watching={watching} lengthMs={lengthMs} labelling={tools?.labelling} />
      <Line watching={watching} />
      <Announcer watching={watching} />
      {tools?.labelling.asked.value && (
        <AskDelete label={tools.labelling.asked.value} labelling={tools.labelling} />
      )}
      {watching.agreement.waiting.value && <AskInDoubt watching={watching} />}
      {asked && (
        <AskTime
          kind={asked}
          zone={zone}
          watching={watching}
          lengthMs={lengthMs.value}
          onClose={() => {
            panels.asked.value = undefined;
          }}
        />
      )}
    </>
  );
}

/** Returns the length of the video; if unknown, of the stream. The length includes labels after the end. */
function lengthOf({ stream, lengthMs, labels }: Watching): number {
  const said = Date.parse(stream.endTime ?? new Date().toISOString()) - Date.parse(stream.startTime);
  const last = labels.set.value.lastMs;
  return Math.max(1000, lengthMs.value ?? said, last);
}

/** Says why the video is missing, or that it is loading. */
function States({ watching }: { readonly watching: Watching }) {
  const watch = watchText.value;
  const fault = watching.fault.value;
  const copy = watching.copy.value;
  if (fault !== undefined) {
    return (
      <div class="no-picture">
        <p role="alert">{fault.sentence}</p>
        {fault.help !== "again" && copy && <CopyOffer copy={copy} />}
        {fault.help !== "copy" && (
          <button type="button" onClick={() => void watching.open(watching.frame.peek()?.ms)}>
            {watch.again}
          </button>
        )}
      </div>
    );
  }
  if (!watching.hasPicture.value) {
    return (
      <div class="no-picture appears-late" role="status">
        <p>{watch.loading} …</p>
      </div>
    );
  }
  return null;
}

/** The hint about a hole is also shown so long before and after it, in milliseconds. */
const aroundHoleMs = 1000;

function isNear({ fromMs, untilMs }: Hole, frame: Frame | undefined): boolean {
  return frame !== undefined && frame.toMs >= fromMs - aroundHoleMs && frame.fromMs <= untilMs + aroundHoleMs;
}

/** A hint about the picture that is shown. */
function Line({ watching }: { readonly watching: Watching }) {
  const watch = watchText.value;
  const player = watching.player.value;
  const hole = player?.hole.value;
  const lines = [
    watching.isNotReached.value && watch.notReached,
    player?.isStalled.value && watch.slow,
    watching.doubt && watch.doubt[watching.doubt],
    hole &&
      isNear(hole, watching.frame.value) &&
      watch.hole(formatOffset(hole.fromMs), formatOffset(hole.untilMs)),
    watching.stream.endTime === null && watch.liveHint,
  ];
  const line = lines.find((each) => each);
  const copy = watching.shownCopy.value;
  return (
    <p class={line ? "picture-line" : "picture-line fact"} role="status">
      {line || (copy && watch.isCopy[copy])}
    </p>
  );
}
