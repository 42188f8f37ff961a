import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Press } from "../../../web/keys/hearing.ts";

// Replacements for the browser's objects that the page uses.
const page = vi.hoisted(() => {
  const window = new EventTarget();
  const page = Object.assign(new EventTarget(), {
    documentElement: { dataset: {} },
    dialog: null as object | null,
    querySelector: () => page.dialog,
  });
  class Field {
    readonly isContentEditable = false;
    readonly matches = () => true;
  }
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { hash: "#/streams/5" });
  vi.stubGlobal("HTMLElement", Field);
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  return { page, window, Field };
});

// Modules that another test file has loaded would use that file's window.
vi.resetModules();
const { hearKeys, hearWith, keyAnswer } = await import("../../../web/keys/hearing.ts");
const { isHelpShown } = await import("../../../web/keys/help.ts");

describe("keys of the page", () => {
  const heard: string[] = [];
  let ends: (() => void)[] = [];
  beforeAll(() => hearKeys());
  afterAll(() => {
    vi.resetModules();
  });
  afterEach(() => {
    for (const end of ends) end();
    ends = [];
    heard.length = 0;
    page.page.dialog = null;
    open("#/streams");
  });

  function open(hash: string) {
    Object.assign(location, { hash });
    page.window.dispatchEvent(new Event("hashchange"));
  }

  /** Shows a screen with the keys a to c. */
  function show(at: string) {
    const end = hearWith(at, ({ key, isRepeat }: Press) => {
      if (!["a", "b", "c"].includes(key)) return false;
      heard.push(`${at}: ${isRepeat ? "again " : ""}${key}`);
      return true;
    });
    ends.push(end);
    return end;
  }

  /** @returns `true` if the browser should not handle the key itself */
  function press(key: string, more: { repeat?: boolean; target?: object; isTaken?: true } = {}): boolean {
    const event = new Event("keydown", { cancelable: true });
    const { repeat = false, target } = more;
    if (more.isTaken) event.preventDefault();
    if (target) Object.defineProperty(event, "target", { value: target });
    page.page.dispatchEvent(
      Object.assign(event, { key, code: `Key${key}`, repeat, getModifierState: () => false }),
    );
    return event.defaultPrevented;
  }

  test("go to the screen in the address, and a key with a meaning is kept from the browser", () => {
    open("#/streams/5");
    show("watch 5");
    show("review");
    expect(press("a")).toBe(true);
    expect(press("q")).toBe(false);
    open("#/review");
    expect(press("b")).toBe(true);
    expect(heard).toEqual(["watch 5: a", "review: b"]);
  });

  test("wait in their order for a screen that is still loading", () => {
    open("#/streams/5");
    press("a");
    press("a", { repeat: true });
    press("b");
    expect(heard).toEqual([]);
    show("watch 5");
    press("c");
    expect(heard).toEqual(["watch 5: a", "watch 5: b", "watch 5: c"]);
  });

  test("neither reach the previous screen nor wait for a screen that was left", () => {
    open("#/streams/5");
    show("watch 5");
    open("#/streams/6");
    press("a");
    expect(heard).toEqual([]);
    open("#/streams");
    press("b");
    open("#/streams/6");
    show("watch 6");
    expect(heard).toEqual([]);
  });

  test("are reported as held down", () => {
    open("#/streams/5");
    show("watch 5");
    press("a");
    press("a", { repeat: true });
    expect(heard).toEqual(["watch 5: a", "watch 5: again a"]);
  });

  test("are left to fields, dialogs, and controls that handled them", () => {
    open("#/streams/5");
    show("watch 5");
    expect(press("a", { target: new page.Field() })).toBe(false);
    press("b", { isTaken: true });
    page.page.dialog = {};
    expect(press("c")).toBe(false);
    expect(heard).toEqual([]);
  });

  test("remove the message about the previous key, and ? shows the help", () => {
    open("#/streams/5");
    show("watch 5");
    keyAnswer.value = "No label begins later.";
    press("a");
    expect(keyAnswer.value).toBeUndefined();
    expect(press("?")).toBe(true);
    expect(isHelpShown.value).toBe(true);
    expect(heard).toEqual(["watch 5: a"]);
  });
});
