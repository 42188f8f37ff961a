import { afterEach, describe, expect, test, vi } from "vitest";
import {
  chooseKey,
  chosenKey,
  helpOf,
  type KeyRow,
  meaningOf,
  rowWith,
  workingKey,
} from "../../../web/keys/chosen.ts";
import { isModifier, keyOf, shownKey } from "../../../web/keys/pressed.ts";
import { prefer } from "../../../web/preferences.ts";
import { actionOf, keysOfReview } from "../../../web/screens/review/keys.ts";
import { keysOfWatch } from "../../../web/screens/watch/acts/keys.ts";
import { en } from "../../../web/text/en.ts";

vi.hoisted(() => {
  // Replaces the document, whose root element gets the colours.
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  // Replaces the browser's address.
  vi.stubGlobal("location", { hash: "" });
  vi.stubGlobal("addEventListener", () => {});
});

afterEach(() => prefer({ singleKeys: true, keys: { watch: {}, review: {} } }));

function press(key: string, ...held: ("Ctrl" | "Alt" | "Shift" | "Meta" | "AltGraph")[]) {
  return keyOf({
    key,
    ctrlKey: held.includes("Ctrl"),
    metaKey: held.includes("Meta"),
    altKey: held.includes("Alt"),
    shiftKey: held.includes("Shift"),
    getModifierState: () => held.includes("AltGraph"),
  });
}

describe("a pressed key", () => {
  test.each([
    ["v", press("v"), "V"],
    ["v", press("V", "Shift"), "V"],
    ["(", press("(", "Shift"), "("],
    ["Space", press(" "), "Space"],
    ["Shift+ArrowLeft", press("ArrowLeft", "Shift"), "Shift+←"],
    ["Ctrl+Shift+z", press("Z", "Ctrl", "Shift"), "Ctrl+Shift+Z"],
    ["Ctrl+z", press("z", "Meta"), "Ctrl+Z"],
    ["Ctrl++", press("+", "Ctrl"), "Ctrl++"],
    ["Alt+q", press("q", "Alt"), "Alt+Q"],
    // On some keyboards, signs need Alt or AltGr. On Windows, AltGr is Ctrl and Alt.
    ["[", press("[", "Alt"), "["],
    ["]", press("]", "Ctrl", "Alt", "AltGraph"), "]"],
  ])("has the name %j", (name, pressed, shown) => {
    expect(pressed).toBe(name);
    expect(shownKey(name)).toBe(shown);
  });

  test("has no effect alone if it is Ctrl, Shift, Alt or a dead key", () => {
    for (const key of ["Control", "Shift", "Alt", "Meta", "Dead"]) expect(isModifier(press(key))).toBe(true);
    expect(isModifier(press("Shift", "Ctrl"))).toBe(true);
    for (const key of ["a", "+", "F2", "ArrowLeft"]) expect(isModifier(press(key))).toBe(false);
  });
});

const lists = { watch: keysOfWatch(true), review: keysOfReview() } as const;
const screens = ["watch", "review"] as const;

describe.each(screens)("the keys of %s", (screen) => {
  const rows: readonly KeyRow[] = lists[screen];

  test("belong to one action each", () => {
    const keys = rows.flatMap((row) => (row.fixed === "control" ? [] : row.keys));
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(rows.map(({ does }) => does)).size).toBe(rows.length);
  });

  test("can be changed and turned off one by one, and the help shows the result", () => {
    const changeable = rows.flatMap(({ fixed, keys }) => (fixed ? [] : keys));
    for (const key of changeable) {
      chooseKey(screen, key, "F9");
      expect([meaningOf(screen, "F9"), meaningOf(screen, key)]).toEqual([key, undefined]);
      expect(helpOf(screen, rows).flatMap((row) => row.keys)).toContain("F9");
      chooseKey(screen, key, null);
      expect([chosenKey(screen, key), meaningOf(screen, key)]).toEqual([null, undefined]);
      chooseKey(screen, key, key);
      expect(meaningOf(screen, key)).toBe(key);
    }
  });
});

test("a key of another action of the screen is refused until that action has another key", () => {
  expect(rowWith("watch", lists.watch, "x", "v")?.does).toBe(en.labelling.keys.nothing);
  expect(rowWith("watch", lists.watch, "v", "v")).toBeUndefined();
  expect(rowWith("watch", lists.watch, "?", "v")?.does).toBe(en.shell.keys);
  chooseKey("watch", "x", "q");
  expect(rowWith("watch", lists.watch, "x", "v")).toBeUndefined();
  expect(rowWith("watch", lists.watch, "q", "v")?.does).toBe(en.labelling.keys.nothing);
  // Each screen has its own keys.
  expect(rowWith("review", lists.review, "q", "x")).toBeUndefined();
  // Arrow keys also move a focused box.
  expect(rowWith("watch", lists.watch, "ArrowLeft", "ArrowLeft")).toBeUndefined();
});

test("two actions can swap their keys", () => {
  chooseKey("review", "x", "F9");
  chooseKey("review", "s", "x");
  chooseKey("review", "x", "s");
  expect(actionOf(meaningOf("review", "s"))).toEqual({ kind: "nothing" });
  expect(actionOf(meaningOf("review", "x"))).toEqual({ kind: "name" });
});

test("while single keys are off, the help and the buttons show only the other keys", () => {
  chooseKey("watch", "v", "Ctrl+v");
  prefer({ singleKeys: false });
  expect([workingKey("watch", "v"), workingKey("watch", "x"), workingKey("watch", "Enter")]).toEqual([
    "Ctrl+V",
    undefined,
    "Enter",
  ]);
  const shown = helpOf("watch", lists.watch).flatMap(({ keys }) => keys);
  expect(shown).toContain("Shift+←");
  expect(shown).not.toContain("Space");
});
