import type { KeyRow } from "../../../keys/chosen.ts";
import { labellingText } from "../../../text/labelling.ts";
import type { Text } from "../../../text/language.ts";
import type { Act, ActOptions, Doing } from "./doing.ts";
import type { Tools } from "./tools.ts";

/** Actions of one kind, by default key (`keyOf`). */
type Row = readonly [
  does: keyof Text["labelling"]["keys"],
  acts: Readonly<Record<string, (doing: Doing & { readonly tools: Tools }) => unknown>>,
  options: ActOptions & { readonly fixed?: KeyRow["fixed"] },
];

const selected = { needs: "selection" } as const;
const atFrame = { needs: "picture" } as const;
const meant = { needs: "moment" } as const;

const redo = ({ tools }: Doing) => tools?.labelling.redo();
const favourites = Array.from({ length: 9 }, (_, i) => [
  `${i + 1}`,
  ({ tools, frame }: Doing) => tools?.labelling.identifying.voteFavourite(i + 1, frame),
]);

/** The keys of Watch that change labels. */
const rows: readonly Row[] = [
  ["draw", { d: ({ tools }) => tools.pencil.drawByKeys() }, atFrame],
  [
    "enter",
    { Enter: ({ tools }) => tools.pencil.save() || tools.labelling.identifying.nameSelected() },
    { ...selected, isNaming: true },
  ],
  [
    "escape",
    {
      Escape: ({ tools, watching }) => {
        if (!tools.pencil.cancel()) watching.selectedId.value = undefined;
      },
    },
    { ...selected, fixed: "screen" },
  ],
  ["agree", { v: ({ tools, frame }) => tools.labelling.identifying.agree(frame) }, meant],
  [
    "other",
    { s: ({ tools, frame }) => tools.labelling.identifying.name(frame) },
    { ...meant, isNaming: true },
  ],
  ["favourites", Object.fromEntries(favourites), meant],
  ["nothing", { x: ({ tools, frame }) => tools.labelling.identifying.reject(frame) }, meant],
  ["whole", { w: ({ tools }) => tools.labelling.labelVideo() }, selected],
  ["unlabelled", { o: ({ panels }) => panels.neighbours.open("unlabelled") }, {}],
  ["begins", { b: ({ tools }) => tools.labelling.putEnd("start") }, atFrame],
  ["ends", { e: ({ tools }) => tools.labelling.putEnd("end") }, atFrame],
  ["keypoint", { p: ({ tools }) => tools.labelling.toggleKeypoint() }, atFrame],
  ["note", { a: ({ tools }) => tools.labelling.addNote() }, selected],
  ["remove", { Delete: ({ tools }) => tools.labelling.removeSelected() }, selected],
  ["undo", { "Ctrl+z": ({ tools }) => tools.labelling.undo() }, { ...selected, repeats: true }],
  ["redo", { "Ctrl+Shift+z": redo, "Ctrl+y": redo }, { ...selected, repeats: true }],
];

const acts: ReadonlyMap<string, Act> = new Map(
  rows.flatMap(([, keys, options]) =>
    Object.entries(keys).map(([key, act]): [string, Act] => [
      key,
      { ...options, do: (doing) => doing.tools && act({ ...doing, tools: doing.tools }) },
    ]),
  ),
);

/** Returns the action of a key on labels. @param key the default key */
export function labelActOf(key: string): Act | undefined {
  return acts.get(key);
}

/** Returns the default keys that change labels. */
export function labelKeysOf(): readonly KeyRow[] {
  const { keys } = labellingText.value;
  return [
    ...rows.map(([name, acts, { fixed }]) => ({ does: keys[name], keys: Object.keys(acts), fixed })),
    { does: keys.box, keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], fixed: "control" },
  ];
}
