import { useComputed } from "@preact/signals";
import { formatOffset } from "../../labels/offset.ts";
import { localClock, type Zone } from "../../parts/local-time.ts";
import { watchText } from "../../text/watch.ts";
import { rates } from "./acts/go-to.ts";
import type { Tools } from "./acts/tools.ts";
import { DrawTools } from "./canvas/draw-tools.tsx";
import { IconButton } from "./icon.tsx";
import { LightPanel } from "./light-panel.tsx";
import type { Panels } from "./panels.ts";
import type { Watching } from "./watching.ts";

type Props = {
  readonly watching: Watching;
  readonly panels: Panels;
  readonly zone: Zone;
  /** Missing for people who may not label. */
  readonly tools?: Tools | undefined;
};

/** The controls of playback, and the current time. */
export function Transport({ watching, panels, zone, tools }: Props) {
  const watch = watchText.value;
  const player = watching.player.value;
  if (player === undefined) return null;
  const isPlaying = player.isPlaying.value;
  return (
    <div class="transport wraps" role="toolbar" aria-label={watch.transport}>
      <IconButton
        label={watch.frameBack}
        path="M7 5v14M19 6l-8 6 8 6z"
        onClick={() => void watching.step(-1)}
      />
      <IconButton
        label={isPlaying ? watch.pause : watch.play}
        path={isPlaying ? "M7 5h3v14H7zM14 5h3v14h-3z" : "M7 5l12 7-12 7z"}
        onClick={() => void watching.toggle()}
      />
      <IconButton label={watch.frameOn} path="M17 5v14M5 6l8 6-8 6z" onClick={() => void watching.step(1)} />
      <Where watching={watching} panels={panels} zone={zone} />
      <span class="rest" />
      {tools && <DrawTools tools={tools} />}
      <select
        class="plain"
        aria-label={watch.speed}
        value={player.rate.value}
        onChange={({ currentTarget }) => player.setRate(Number(currentTarget.value))}
      >
        {rates.map((rate) => (
          <option key={rate} value={rate}>
            {watch.speedOf(rate)}
          </option>
        ))}
      </select>
      <Toggle isOn={!player.isMuted.value} onToggle={() => watching.toggleSound()}>
        {watch.sound}
      </Toggle>
      <Toggle isOn={!watching.areBoxesHidden.value} onToggle={() => watching.toggleBoxes()}>
        {watch.boxes}
      </Toggle>
      <Zoom watching={watching} />
      <LightPanel stage={watching.stage} />
      <IconButton
        label={watch.fullScreen}
        title={watch.fullScreen}
        path="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"
        isLine
        onClick={() => void panels.toggleFullScreen()}
      />
    </div>
  );
}

/**
 * The time in the video, the time of the camera's clock, and the number of the frame. A click asks for another time.
 */
function Where({ watching, panels, zone }: Props) {
  const watch = watchText.value;
  const startMs = Date.parse(watching.stream.startTime);
  const shown = useComputed(() => {
    const frame = watching.frame.value;
    watching.clockReads.value;
    if (frame === undefined) return undefined;
    return { ms: frame.ms, number: watching.numberOf(frame) };
  });
  if (shown.value === undefined) return null;
  const { ms, number } = shown.value;
  return (
    <button type="button" class="plain where" title={watch.goTo} onClick={() => panels.askTime("video")}>
      <b>{formatOffset(ms)}</b>
      {number !== undefined && <span>{watch.frame(number)}</span>}
      <span class="quiet">{localClock(startMs + ms, zone)}</span>
    </button>
  );
}

function Zoom({ watching: { stage } }: Pick<Props, "watching">) {
  const watch = watchText.value;
  const { factor } = stage.zoom.value;
  return (
    <button type="button" class="plain" disabled={factor === 1} onClick={() => stage.fit()}>
      {factor === 1 ? watch.fit : watch.zoom(Math.round(factor * 100))}
    </button>
  );
}

type ToggleProps = { readonly isOn: boolean; readonly onToggle: () => void; readonly children: string };

function Toggle({ isOn, onToggle, children }: ToggleProps) {
  return (
    <button type="button" class="plain" aria-pressed={isOn} onClick={onToggle}>
      {children}
    </button>
  );
}
