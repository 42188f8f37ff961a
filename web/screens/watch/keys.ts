import { isTyping, type KeyHelp } from "../../parts/key-help.ts";
import type { Text } from "../../text/text.ts";
import { labelKeysOf, onLabelKey } from "./label-keys.ts";
import type { Panels } from "./panels.ts";
import type { Tools } from "./tools.ts";
import type { Watching } from "./watching.ts";

type Action = (watching: Watching, panels: Panels) => unknown;

type Binding = {
  readonly does: keyof Text["watch"]["keys"];
  /** As the help shows them. */
  readonly shown: readonly string[];
  /** By `event.key`, with `Shift+` before the names of keys that have no other form with Shift. */
  readonly actions: Readonly<Record<string, Action>>;
};

const frame =
  (frames: number): Action =>
  (watching) =>
    watching.step(frames);
const skip =
  (ms: number): Action =>
  (watching) =>
    watching.skip(ms);
const toggle: Action = (watching) => watching.toggle();

const bindings: readonly Binding[] = [
  { does: "play", shown: ["Space", "K"], actions: { " ": toggle, k: toggle } },
  {
    does: "frame",
    shown: ["←", "→"],
    actions: { ArrowLeft: frame(-1), ArrowRight: frame(1), ",": frame(-1), ".": frame(1) },
  },
  {
    does: "second",
    shown: ["Shift ←", "Shift →"],
    actions: { "Shift+ArrowLeft": skip(-1000), "Shift+ArrowRight": skip(1000) },
  },
  { does: "skip", shown: ["J", "L"], actions: { j: skip(-5000), l: skip(5000) } },
  {
    does: "ends",
    shown: ["Home", "End"],
    actions: { Home: (watching) => watching.toEnd("first"), End: (watching) => watching.toEnd("last") },
  },
  {
    does: "labels",
    shown: ["[", "]"],
    actions: { "[": (watching) => watching.selectNext(-1), "]": (watching) => watching.selectNext(1) },
  },
  {
    does: "keypoints",
    shown: ["(", ")"],
    actions: { "(": (watching) => watching.toKeypoint(-1), ")": (watching) => watching.toKeypoint(1) },
  },
  {
    does: "speed",
    shown: ["<", ">"],
    actions: { "<": (watching) => watching.changeRate(-1), ">": (watching) => watching.changeRate(1) },
  },
  { does: "time", shown: ["T"], actions: { t: (_, panels) => panels.askTime("video") } },
  { does: "clock", shown: ["G"], actions: { g: (_, panels) => panels.askTime("clock") } },
  { does: "boxes", shown: ["H"], actions: { h: (watching) => watching.toggleBoxes() } },
  { does: "full", shown: ["F"], actions: { f: (_, panels) => panels.toggleFullScreen() } },
  {
    does: "zoom",
    shown: ["+", "-", "0"],
    actions: {
      "+": ({ stage }) => stage.enlarge(1.25),
      "=": ({ stage }) => stage.enlarge(1.25),
      "-": ({ stage }) => stage.enlarge(1 / 1.25),
      "0": ({ stage }) => stage.fit(),
    },
  },
  { does: "sound", shown: ["M"], actions: { m: (watching) => watching.toggleSound() } },
  { does: "search", shown: ["/"], actions: { "/": (_, panels) => panels.focusFilter() } },
];

const actions: ReadonlyMap<string, Action> = new Map(
  bindings.flatMap((each) => Object.entries(each.actions)),
);

/** What the keys of Watch do, for the help. */
export function keysOf(words: Text, mayLabel: boolean): readonly KeyHelp[] {
  const own = bindings.map(({ does, shown }) => ({ keys: shown, does: words.watch.keys[does] }));
  return mayLabel ? [...own, ...labelKeysOf(words)] : own;
}

/** Signs that some keyboards have behind Alt or AltGr. */
const signs = "[](){}<>+-=/";

/** Does what a key says, unless it is for a field, a dialog or the browser. */
export function onKey(event: KeyboardEvent, watching: Watching, panels: Panels, tools?: Tools): void {
  if (event.defaultPrevented || isTyping(event) || document.querySelector("dialog[open]")) return;
  if (tools && onLabelKey(event, tools, watching)) {
    event.preventDefault();
    return;
  }
  if (isForBrowser(event)) return;
  if (event.key === " " && isPressed(event.target)) return;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const action = actions.get(event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${name}` : name);
  if (action === undefined) return;
  event.preventDefault();
  void action(watching, panels);
}

function isForBrowser(event: KeyboardEvent): boolean {
  if (event.getModifierState("AltGraph")) return false;
  return event.ctrlKey || event.metaKey || (event.altKey && !signs.includes(event.key));
}

/** Whether Space presses what has the focus. Rows are chosen by Enter, so that Space still plays after a click on one. */
function isPressed(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("button:not(.label-row), summary, a");
}
