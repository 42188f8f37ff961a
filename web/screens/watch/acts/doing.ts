import type { Frame } from "../../../picture/frame-clock.ts";
import type { Panels } from "../panels.ts";
import type { Watching } from "../watching.ts";
import type { Need } from "./needs.ts";
import type { Tools } from "./tools.ts";

/** The screen in which a key acts. */
export type Doing = {
  readonly watching: Watching;
  readonly panels: Panels;
  /** Missing for people who may not label. */
  readonly tools: Tools | undefined;
  /** The frame that was shown when the key was pressed. */
  readonly frame: Frame | undefined;
};

export type ActOptions = {
  /** The data that the action waits for. Without such a need, the action runs at once, even before earlier keys. */
  readonly needs?: Need;
  /** `true` if the action repeats while its key is held down. */
  readonly repeats?: boolean;
  /** `true` if the action opens a field for a name. */
  readonly isNaming?: boolean;
};

/** The action of a key. */
export type Act = ActOptions & { readonly do: (doing: Doing) => unknown };
