/** A point of the window, in CSS pixels. */
type Point = { readonly x: number; readonly y: number };

/** A tab of a browser with a new profile. */
export type Tab = {
  /** Name and version of the browser. */
  readonly browser: string;
  /** Opens a page, and waits until it is loaded. */
  goTo(url: string): Promise<void>;
  /**
   * Runs a function in the page. The function must be self-contained, and its argument and result must be JSON.
   * @throws Error if the function throws
   */
  run<Arg, Result>(work: (arg: Arg) => Result | Promise<Result>, arg: Arg): Promise<Result>;
  /** Presses a key, such as `k`, `ArrowRight` or `Shift+ArrowRight`, as a person does. */
  press(keys: string): Promise<void>;
  /** Drags the mouse from a point to another one. */
  drag(from: Point, to: Point): Promise<void>;
  /** Ends the browser. */
  close(): Promise<void>;
};

const waitMs = 50;

/**
 * Runs a function in the page until its result is truthy, and returns this result. Meanwhile the tab may go to another
 * page. @throws Error with the text of the page after a minute
 */
export async function until<Arg, Result>(
  tab: Tab,
  work: (arg: Arg) => Result | Promise<Result>,
  arg: Arg,
): Promise<NonNullable<Result>> {
  let failure: unknown;
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += waitMs) {
    try {
      const result = await tab.run(work, arg);
      if (result) return result;
    } catch (error) {
      failure = error;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  const text = await tab.run(() => document.body.textContent.slice(0, 2000), null);
  const what = `${tab.browser}: never true: ${work}, ${JSON.stringify(arg)}\n${text}`;
  throw new Error(what, { cause: failure });
}
