import { localMoment, zoneName } from "../parts/local-time.ts";
import { shellText } from "../text/shell.ts";
import type { Row } from "./label.ts";

/** Returns the label's start by the camera's clock: `3 Mar 2026, 02:14 CET`. */
export function momentOf({ start_time, capturesource: { time_zone } }: Row): string {
  const { locale } = shellText.value;
  const ms = Date.parse(start_time);
  return `${localMoment(ms, time_zone, locale)} ${zoneName(ms, time_zone, locale)}`;
}

/** Returns the number of people who voted. */
export function votesOf({ identifications }: Row): number {
  return new Set(identifications.flatMap(({ identified_by }) => identified_by.map(({ id }) => id))).size;
}
