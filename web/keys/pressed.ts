type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey"> & {
  readonly getModifierState: (modifier: "AltGraph") => boolean;
};

/**
 * Returns the name of a pressed key, such as `v`, `(`, `Space`, `Shift+ArrowLeft` or `Ctrl+Shift+z`. The Command key of
 * a Mac is `Ctrl`. Shift and Alt are left out if they are only needed to type the sign.
 */
export function keyOf(event: Pressed): string {
  const key = event.key === " " ? "Space" : event.key;
  const isText = [...key].length === 1;
  const isSign = isText && !/[\p{L}\p{N}]/u.test(key);
  const isTyped = event.getModifierState("AltGraph");
  const hasControl = !isTyped && (event.ctrlKey || event.metaKey);
  const hasAlt = !isTyped && event.altKey && !isSign;
  const hasShift = event.shiftKey && key !== "Space" && (!isText || hasControl || hasAlt);
  const name = isText ? key.toLowerCase() : key;
  return `${hasControl ? "Ctrl+" : ""}${hasAlt ? "Alt+" : ""}${hasShift ? "Shift+" : ""}${name}`;
}

const signs: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
};

/** Returns the name of a key for people: `V`, `Shift+←`. */
export function shownKey(key: string): string {
  const [, modifiers = "", name = key] = /^((?:Ctrl\+|Alt\+|Shift\+)*)(.+)$/.exec(key) ?? [];
  return modifiers + (signs[name] ?? ([...name].length === 1 ? name.toUpperCase() : name));
}

/** Returns `true` for a letter, digit, sign or Space alone: people dictate these, or press them by accident. */
export function isSingleKey(key: string): boolean {
  return key === "Space" || [...key].length === 1;
}

/** Returns `true` for keys that are only pressed together with other keys. */
export function isModifier(key: string): boolean {
  return /(?:^|\+)(?:Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock|Fn|Dead|Process|Unidentified)$/.test(
    key,
  );
}
