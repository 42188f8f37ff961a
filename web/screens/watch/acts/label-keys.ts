import type { KeyRow } from "../../../keys/chosen.ts";
import { labellingText } from "../../../text/labelling.ts";
import type { Text } from "../../../text/language.ts";
import type { Panels } from "../panels.ts";
import type { Watching } from "../watching.ts";
import type { Tools } from "./tools.ts";

/** @returns `false` if the key means nothing now */
type Action = (tools: Tools, watching: Watching, panels: Panels) => unknown;

/** Actions of one kind, by the keys that they are at first (`keyOf`). */
type Row = readonly [
  does: keyof Text["labelling"]["keys"],
  actions: Readonly<Record<string, Action>>,
  fixed?: KeyRow["fixed"],
];

const redo: Action = ({ labelling }) => labelling.redo();
const favourites = Array.from(
  { length: 9 },
  (_, i) => [`${i + 1}`, ({ labelling }: Tools) => labelling.identifying.voteFavourite(i + 1)] as const,
);

/** What the keys of Watch do that change labels. */
const rows: readonly Row[] = [
  ["draw", { d: ({ pencil }) => pencil.drawByKeys() }],
  [
    "enter",
    {
      Enter: ({ pencil, labelling }) => {
        return pencil.save() || labelling.identifying.nameSelected();
      },
    },
  ],
  [
    "escape",
    {
      Escape: ({ pencil }, { selectedId }) => {
        if (!pencil.cancel()) selectedId.value = undefined;
      },
    },
    "screen",
  ],
  ["agree", { v: ({ labelling }) => labelling.identifying.agree() }],
  ["other", { s: ({ labelling }) => labelling.identifying.name() }],
  ["favourites", Object.fromEntries(favourites)],
  ["nothing", { x: ({ labelling }) => labelling.identifying.reject() }],
  ["whole", { w: ({ labelling }) => labelling.labelVideo() }],
  [
    "unlabelled",
    {
      o: ({ labelling }, _, { neighbours }) => neighbours.open("unlabelled", labelling.identifying.decided()),
    },
  ],
  ["begins", { b: ({ labelling }) => labelling.putEnd("start") }],
  ["ends", { e: ({ labelling }) => labelling.putEnd("end") }],
  ["keypoint", { p: ({ labelling }) => labelling.toggleKeypoint() }],
  ["remove", { Delete: ({ labelling }) => labelling.removeSelected() }],
  ["undo", { "Ctrl+z": ({ labelling }) => labelling.undo() }],
  ["redo", { "Ctrl+Shift+z": redo, "Ctrl+y": redo }],
];

const actions: ReadonlyMap<string, Action> = new Map(rows.flatMap(([, keys]) => Object.entries(keys)));

/** The keys that change labels, as they are at first. */
export function labelKeysOf(): readonly KeyRow[] {
  const { keys } = labellingText.value;
  return [
    ...rows.map(([name, actions, fixed]) => ({ does: keys[name], keys: Object.keys(actions), fixed })),
    { does: keys.box, keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], fixed: "control" },
  ];
}

/** Does what a key says about labels. @param key what it is at first @returns whether it does */
export function onLabelKey(key: string, tools: Tools, watching: Watching, panels: Panels): boolean {
  const action = actions.get(key);
  return action !== undefined && action(tools, watching, panels) !== false;
}
