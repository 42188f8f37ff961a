import { type KeyRow, meaningOf } from "../../../keys/chosen.ts";
import { type Hearer, keyAnswer } from "../../../keys/hearing.ts";
import { InOrder } from "../../../keys/in-order.ts";
import { isSingleKey } from "../../../keys/pressed.ts";
import { nextRefresh } from "../../../picture/next-refresh.ts";
import type { Player } from "../../../picture/player.ts";
import type { Text } from "../../../text/language.ts";
import { shellText } from "../../../text/shell.ts";
import { watchText } from "../../../text/watch.ts";
import type { Wanted } from "../neighbours.ts";
import type { Panels } from "../panels.ts";
import type { Watching } from "../watching.ts";
import type { Act, ActOptions, Doing } from "./doing.ts";
import { changeRate, goToEnd, goToKeypoint, selectNext } from "./go-to.ts";
import { labelActOf, labelKeysOf } from "./label-keys.ts";
import { waitFor } from "./needs.ts";
import type { Tools } from "./tools.ts";

type Do = Act["do"];

/** Actions of one kind, by default key (`keyOf`). */
type Row = readonly [
  does: keyof Text["watch"]["keys"],
  acts: Readonly<Record<string, Do>>,
  options?: ActOptions,
];

const moves = { needs: "picture", repeats: true } as const;
const amongLabels = { needs: "labels", repeats: true } as const;
const once = { needs: "picture" } as const;

/** Returns an action on the video. Without a video, the action says why it does nothing. */
const withVideo =
  (act: (watching: Watching, player: Player) => unknown): Do =>
  ({ watching }) => {
    const player = watching.player.peek();
    if (player && watching.hasPicture.peek()) return act(watching, player);
    const { noPicture, isPhoto } = watchText.peek();
    keyAnswer.value = watching.hasPicture.peek() ? isPhoto : noPicture;
    return undefined;
  };
const frame = (frames: number): Do => withVideo((watching) => watching.step(frames));
const skip = (ms: number): Do => withVideo((watching) => watching.skip(ms));
const toggle: Do = withVideo((watching) => watching.toggle());
const enlarge: Do = ({ watching }) => watching.stage.enlarge(1.25);
const open =
  (wanted: Wanted): Do =>
  ({ panels }) =>
    panels.neighbours.open(wanted);

/** The keys of Watch that change no labels. */
const rows: readonly Row[] = [
  ["play", { Space: toggle, k: toggle }, once],
  ["frameBack", { ArrowLeft: frame(-1), ",": frame(-1) }, moves],
  ["frameOn", { ArrowRight: frame(1), ".": frame(1) }, moves],
  ["secondBack", { "Shift+ArrowLeft": skip(-1000) }, moves],
  ["secondOn", { "Shift+ArrowRight": skip(1000) }, moves],
  ["skipBack", { j: skip(-5000) }, moves],
  ["skipOn", { l: skip(5000) }, moves],
  ["first", { Home: withVideo((watching) => goToEnd(watching, "first")) }, once],
  ["last", { End: withVideo((watching) => goToEnd(watching, "last")) }, once],
  ["labelBefore", { "[": ({ watching }) => selectNext(watching, -1) }, amongLabels],
  ["labelNext", { "]": ({ watching }) => selectNext(watching, 1) }, amongLabels],
  ["keypointBefore", { "(": withVideo((watching) => goToKeypoint(watching, -1)) }, moves],
  ["keypointNext", { ")": withVideo((watching) => goToKeypoint(watching, 1)) }, moves],
  ["slower", { "<": withVideo((_, player) => changeRate(player, -1)) }, moves],
  ["faster", { ">": withVideo((_, player) => changeRate(player, 1)) }, moves],
  ["time", { t: ({ panels }) => panels.askTime("video") }],
  ["clock", { g: ({ panels }) => panels.askTime("clock") }],
  ["boxes", { h: ({ watching }) => watching.toggleBoxes() }],
  ["full", { f: ({ panels }) => panels.toggleFullScreen() }],
  ["enlarge", { "+": enlarge, "=": enlarge }, moves],
  ["reduce", { "-": ({ watching }) => watching.stage.enlarge(1 / 1.25) }, moves],
  ["fit", { "0": ({ watching }) => watching.stage.fit() }, once],
  ["sound", { m: withVideo((watching) => watching.toggleSound()) }, once],
  ["search", { "/": ({ panels }) => panels.focusFilter() }, { needs: "labels" }],
  ["earlier", { u: open("before") }],
  ["later", { n: open("after") }],
];

const acts: ReadonlyMap<string, Act> = new Map(
  rows.flatMap(([, keys, options]) =>
    Object.entries(keys).map(([key, act]): [string, Act] => [key, { ...options, do: act }]),
  ),
);

/** Returns the default keys of Watch. */
export function keysOfWatch(mayLabel: boolean): readonly KeyRow[] {
  const { keys } = watchText.value;
  return [
    ...rows.map(([name, acts]) => ({ does: keys[name], keys: Object.keys(acts) })),
    ...(mayLabel ? labelKeysOf() : []),
    { does: shellText.value.keys, keys: ["?"], fixed: "screen" },
  ];
}

/** Handles the keys of Watch. Actions that wait for data run one after the other. */
export function keysOf(watching: Watching, panels: Panels, tools: Tools | undefined): Hearer {
  const inOrder = new InOrder();
  /** `true` while the key that opens a field for a name waits. Letters after it belong to the name. */
  let isNaming = false;
  // The actions of earlier keys are completed in this video before another one is opened.
  panels.neighbours.ready = async () => {
    await inOrder.done();
    await tools?.labelling.identifying.decided();
  };
  return ({ key: pressed, isRepeat, target }) => {
    const key = meaningOf("watch", pressed);
    const row = tools && key === "Enter" ? rowIn(target) : undefined;
    if (key === undefined || (!row && isForControl(target, pressed))) return false;
    if (isNaming && isSingleKey(pressed)) {
      inOrder.do(nextRefresh, () => typeOn(pressed));
      return true;
    }
    const act = (tools && labelActOf(key)) ?? acts.get(key);
    if (act === undefined) return false;
    // Enter names the label of a row that has the focus, even if another label is selected.
    if (row?.getAttribute("aria-pressed") === "false") row.click();
    const { needs, repeats = false } = act;
    if (isRepeat && (!repeats || inOrder.isWaiting)) return true;
    const doing: Doing = { watching, panels, tools, frame: watching.frame.peek() };
    if (needs === undefined) act.do(doing);
    else
      inOrder.do(
        () => waitFor(needs, watching),
        () => act.do(doing),
      );
    if (act.isNaming && inOrder.isWaiting) {
      isNaming = true;
      void inOrder.done().then(() => {
        isNaming = false;
      });
    }
    return true;
  };
}

/** Types a letter into the field that has the focus now. */
function typeOn(key: string): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement)) return;
  field.value += key === "Space" ? " " : key;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** Returns the row of a label that has the focus. */
function rowIn(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof HTMLElement && target.matches(".label-row") ? target : undefined;
}

/**
 * Returns `true` if a key activates the focused control. Rows are only activated by Enter, so that Space plays after a
 * click on a row.
 */
function isForControl(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (key === "Enter") return target.matches("button, summary, a");
  return key === "Space" && target.matches("button:not(.label-row), summary, a");
}
