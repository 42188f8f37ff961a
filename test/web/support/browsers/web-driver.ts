/** Sends a command of the WebDriver protocol (W3C), and returns its value. */
// biome-ignore lint/suspicious/noExplicitAny: values of the protocol
export type Command = (method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<any>;

/** @param origin address of a WebDriver, such as `http://127.0.0.1:4444` */
export function commandsTo(origin: string): Command {
  return async (method, path, body = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      ...(method === "POST" && { body: JSON.stringify(body) }),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`);
    return value;
  };
}

/** Keys without a character, by their names in the page (W3C WebDriver, "Keyboard actions"). */
const codes: Readonly<Record<string, string>> = {
  Enter: "\uE007",
  Shift: "\uE008",
  Control: "\uE009",
  Escape: "\uE00C",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
};

/** Returns the actions that press keys, such as `k` or `Shift+ArrowRight`, and release them. */
export function keyActions(keys: string): object {
  const values = keys.split("+").map((key) => codes[key] ?? key);
  const actions = [
    ...values.map((value) => ({ type: "keyDown", value })),
    ...values.toReversed().map((value) => ({ type: "keyUp", value })),
  ];
  return { actions: [{ type: "key", id: "keyboard", actions }] };
}

type Point = { readonly x: number; readonly y: number };

/** Returns the actions that drag the mouse. */
export function dragActions(from: Point, to: Point): object {
  const move = ({ x, y }: Point) => ({
    type: "pointerMove",
    x: Math.round(x),
    y: Math.round(y),
    duration: 50,
  });
  const between = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const actions = [
    move(from),
    { type: "pointerDown", button: 0 },
    move(between),
    move(to),
    { type: "pointerUp", button: 0 },
  ];
  return { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] };
}
