import { type KeyScreen, workingKey } from "./chosen.ts";

type Props = {
  readonly screen: KeyScreen;
  /** What the key is at first. */
  readonly of: string;
};

/** The key that does the same as a button; nothing if there is none. */
export function Key({ screen, of }: Props) {
  const key = workingKey(screen, of);
  return key === undefined ? null : <kbd>{key}</kbd>;
}
