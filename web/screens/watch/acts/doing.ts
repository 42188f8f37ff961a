import type { Frame } from "../../../picture/frame-clock.ts";
import type { Panels } from "../panels.ts";
import type { Watching } from "../watching.ts";
import type { Need } from "./needs.ts";
import type { Tools } from "./tools.ts";

/** What a key acts on. */
export type Doing = {
  readonly watching: Watching;
  readonly panels: Panels;
  /** Missing for who may not label. */
  readonly tools: Tools | undefined;
  /** What was shown when the key was pressed. */
  readonly frame: Frame | undefined;
};

export type ActOptions = {
  /** What it waits for; without it, it waits for nothing, nor for the keys before it. */
  readonly needs?: Need;
  /** Whether it goes on while its key is held down. */
  readonly repeats?: boolean;
  /** Whether it opens a field for a name. */
  readonly isNaming?: boolean;
};

/** What a key does. */
export type Act = ActOptions & { readonly do: (doing: Doing) => unknown };
