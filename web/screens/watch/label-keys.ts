import type { KeyHelp } from "../../parts/key-help.ts";
import type { Text } from "../../text/text.ts";
import type { Tools } from "./tools.ts";
import type { Watching } from "./watching.ts";

/** @returns `false` if the key means nothing now */
type Action = (tools: Tools, watching: Watching) => unknown;

type Binding = {
  readonly does: keyof Text["labelling"]["keys"];
  readonly shown: readonly string[];
  /** By `event.key`, with `Ctrl+` and `Shift+` before it. */
  readonly actions: Readonly<Record<string, Action>>;
};

const undo: Action = ({ labelling }) => labelling.undo();
const redo: Action = ({ labelling }) => labelling.redo();
const favourites = Array.from(
  { length: 9 },
  (_, i) => [`${i + 1}`, ({ labelling }: Tools) => labelling.voteFavourite(i + 1)] as const,
);

const bindings: readonly Binding[] = [
  { does: "draw", shown: ["D"], actions: { d: ({ pencil }) => pencil.drawByKeys() } },
  {
    does: "enter",
    shown: ["Enter"],
    actions: {
      Enter: ({ pencil, labelling }, { selected }) => {
        if (pencil.save()) return true;
        labelling.name();
        return selected.peek() !== undefined;
      },
    },
  },
  {
    does: "escape",
    shown: ["Esc"],
    actions: {
      Escape: ({ pencil }, { selectedId }) => {
        if (!pencil.cancel()) selectedId.value = undefined;
      },
    },
  },
  { does: "agree", shown: ["V"], actions: { v: ({ labelling }) => labelling.agree() } },
  { does: "other", shown: ["S"], actions: { s: ({ labelling }) => labelling.name() } },
  { does: "favourites", shown: ["1", "…", "9"], actions: Object.fromEntries(favourites) },
  { does: "nothing", shown: ["X"], actions: { x: ({ labelling }) => labelling.rejectSelected() } },
  {
    does: "begins",
    shown: ["B", "E"],
    actions: {
      b: ({ labelling }) => labelling.putEnd("start"),
      e: ({ labelling }) => labelling.putEnd("end"),
    },
  },
  { does: "keypoint", shown: ["P"], actions: { p: ({ labelling }) => labelling.toggleKeypoint() } },
  { does: "box", shown: ["←", "→", "↑", "↓"], actions: {} },
  { does: "remove", shown: ["Delete"], actions: { Delete: ({ labelling }) => labelling.removeSelected() } },
  {
    does: "undo",
    shown: ["Ctrl Z", "Ctrl Shift Z"],
    actions: { "Ctrl+z": undo, "Ctrl+Shift+z": redo, "Ctrl+y": redo },
  },
];

const actions: ReadonlyMap<string, Action> = new Map(
  bindings.flatMap((each) => Object.entries(each.actions)),
);

/** What the keys do that change labels, for the help. */
export function labelKeysOf({ labelling: { keys } }: Text): readonly KeyHelp[] {
  return bindings.map(({ does, shown }) => ({ keys: shown, does: keys[does] }));
}

/** Does what a key says about labels. @returns whether it does */
export function onLabelKey(event: KeyboardEvent, tools: Tools, watching: Watching): boolean {
  if (event.altKey || (event.key === "Enter" && isPressed(event.target))) return false;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isControl = event.ctrlKey || event.metaKey;
  const name = `${isControl ? "Ctrl+" : ""}${isControl && event.shiftKey ? "Shift+" : ""}${key}`;
  const action = actions.get(name);
  return action !== undefined && action(tools, watching) !== false;
}

function isPressed(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("button, summary, a");
}
