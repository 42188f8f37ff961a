import { below, oneOf, type Random } from "../support/seeded-random.ts";

/** Times at which a day, month or year begins. There are few, so that random times coincide. */
const turnsMs = [
  Date.UTC(2024, 0, 1),
  Date.UTC(2024, 1, 29),
  Date.UTC(2024, 2, 1),
  Date.UTC(2024, 6, 15),
  Date.UTC(2025, 0, 1),
];
/** Upper bound of all starts, so that every end after it is valid. */
export const latestStartMs = Date.UTC(2025, 3, 1);
const hourMs = 3_600_000;

export function randomTimeMs(random: Random): number {
  const near = oneOf(random, turnsMs) + oneOf(random, [-1, 0, 1, -hourMs, hourMs]);
  return random() < 0.7 ? near : Date.UTC(2024, 0, 1 + below(random, 450), below(random, 24));
}

export function randomLengthMs(random: Random): number {
  return oneOf(random, [0, 1, 10_000, hourMs, 26 * hourMs, 40 * 24 * hourMs, 300 * 24 * hourMs]);
}
