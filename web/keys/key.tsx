import { type KeyScreen, workingKey } from "./chosen.ts";

type Props = {
  readonly screen: KeyScreen;
  /** The default key. */
  readonly of: string;
};

/** The key that does the same as a button. Shows nothing if the key is turned off. */
export function Key({ screen, of }: Props) {
  const key = workingKey(screen, of);
  return key === undefined ? null : <kbd>{key}</kbd>;
}
