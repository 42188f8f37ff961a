import { helpOf, type KeyRow, meaningOf } from "../../../keys/chosen.ts";
import { isTyping, type KeyHelp } from "../../../keys/help.ts";
import { keyOf } from "../../../keys/pressed.ts";
import type { Text } from "../../../text/language.ts";
import { shellText } from "../../../text/shell.ts";
import { watchText } from "../../../text/watch.ts";
import type { Wanted } from "../neighbours.ts";
import type { Panels } from "../panels.ts";
import type { Watching } from "../watching.ts";
import { changeRate, goToEnd, goToKeypoint, selectNext } from "./go-to.ts";
import { labelKeysOf, onLabelKey } from "./label-keys.ts";
import type { Tools } from "./tools.ts";

type Action = (watching: Watching, panels: Panels, tools: Tools | undefined) => unknown;

/** Actions of one kind, by the keys that they are at first (`keyOf`). */
type Row = readonly [does: keyof Text["watch"]["keys"], Readonly<Record<string, Action>>];

const frame =
  (frames: number): Action =>
  (watching) =>
    watching.step(frames);
const skip =
  (ms: number): Action =>
  (watching) =>
    watching.skip(ms);
const toggle: Action = (watching) => watching.toggle();
const enlarge: Action = ({ stage }) => stage.enlarge(1.25);

const open =
  (wanted: Wanted): Action =>
  (_, { neighbours }, tools) =>
    neighbours.open(wanted, tools?.labelling.identifying.decided());

/** What the keys of Watch do that change no label. */
const rows: readonly Row[] = [
  ["play", { Space: toggle, k: toggle }],
  ["frameBack", { ArrowLeft: frame(-1), ",": frame(-1) }],
  ["frameOn", { ArrowRight: frame(1), ".": frame(1) }],
  ["secondBack", { "Shift+ArrowLeft": skip(-1000) }],
  ["secondOn", { "Shift+ArrowRight": skip(1000) }],
  ["skipBack", { j: skip(-5000) }],
  ["skipOn", { l: skip(5000) }],
  ["first", { Home: (watching) => goToEnd(watching, "first") }],
  ["last", { End: (watching) => goToEnd(watching, "last") }],
  ["labelBefore", { "[": (watching) => selectNext(watching, -1) }],
  ["labelNext", { "]": (watching) => selectNext(watching, 1) }],
  ["keypointBefore", { "(": (watching) => goToKeypoint(watching, -1) }],
  ["keypointNext", { ")": (watching) => goToKeypoint(watching, 1) }],
  ["slower", { "<": (watching) => changeRate(watching, -1) }],
  ["faster", { ">": (watching) => changeRate(watching, 1) }],
  ["time", { t: (_, panels) => panels.askTime("video") }],
  ["clock", { g: (_, panels) => panels.askTime("clock") }],
  ["boxes", { h: (watching) => watching.toggleBoxes() }],
  ["full", { f: (_, panels) => panels.toggleFullScreen() }],
  ["enlarge", { "+": enlarge, "=": enlarge }],
  ["reduce", { "-": ({ stage }) => stage.enlarge(1 / 1.25) }],
  ["fit", { "0": ({ stage }) => stage.fit() }],
  ["sound", { m: (watching) => watching.toggleSound() }],
  ["search", { "/": (_, panels) => panels.focusFilter() }],
  ["earlier", { u: open("before") }],
  ["later", { n: open("after") }],
];

const actions: ReadonlyMap<string, Action> = new Map(rows.flatMap(([, keys]) => Object.entries(keys)));

/** The keys of Watch, as they are at first. */
export function keysOfWatch(mayLabel: boolean): readonly KeyRow[] {
  const { keys } = watchText.value;
  return [
    ...rows.map(([name, actions]) => ({ does: keys[name], keys: Object.keys(actions) })),
    ...(mayLabel ? labelKeysOf() : []),
    { does: shellText.value.keys, keys: ["?"], fixed: "screen" },
  ];
}

/** The keys of Watch as they are now, for the help. */
export function helpOfWatch(mayLabel: boolean): readonly KeyHelp[] {
  return helpOf("watch", keysOfWatch(mayLabel));
}

/** Does what a key says, unless it is for a field, a control, a dialog or the browser. */
export function onKey(event: KeyboardEvent, watching: Watching, panels: Panels, tools?: Tools): void {
  if (event.defaultPrevented || isTyping(event) || document.querySelector("dialog[open]")) return;
  const pressed = keyOf(event);
  const key = meaningOf("watch", pressed);
  if (key === undefined || isForControl(event.target, pressed)) return;
  if (tools && onLabelKey(key, tools, watching, panels)) {
    event.preventDefault();
    return;
  }
  const action = actions.get(key);
  if (action === undefined) return;
  event.preventDefault();
  void action(watching, panels, tools);
}

/** Whether a key presses what has the focus. Rows are chosen by Enter, so that Space still plays after a click on one. */
function isForControl(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (key === "Enter") return target.matches("button, summary, a");
  return key === "Space" && target.matches("button:not(.label-row), summary, a");
}
