import { below, oneOf, type Random } from "../seeded-random.ts";
import type { Find, Label, World } from "./brute-force.ts";

/** Returns a random combination of filters and an order. Most combinations find a label. */
export function randomFind(world: World, random: Random): Find {
  const { labels, species, sources, me } = world;
  const some = <T>(share: number, make: () => T): T | undefined => (random() < share ? make() : undefined);
  const label: Label = oneOf(random, labels);
  const ms = Date.parse(label.start_time);
  const jitter = (most: number) => Math.round((random() - 0.5) * 2 * most);
  const time = (from: number) => new Date(Math.max(0, from)).toISOString();
  const dayMs = 86_400_000;
  const span = oneOf(random, [3_600_000, dayMs, 5 * dayMs, 45 * dayMs, 500 * dayMs]);
  const day = (at: number) => time(at).slice(0, 10);
  const hours = [below(random, 24), 1 + below(random, 24)];
  const place = (oneOf(random, sources).location || "0,0").split(",").map(Number);
  const near = oneOf(random, [0, 5, 200, 3000, 20_016]);
  const pair = oneOf(random, Object.entries<string>(label.observation ?? { none: "x" }));
  const found: Record<string, string | readonly string[] | undefined> = {
    "time[from]": some(0.15, () => time(ms - span + jitter(3))),
    "time[to]": some(0.15, () => time(ms + span + jitter(3))),
    "day[from]": some(0.15, () => day(ms - span)),
    "day[to]": some(0.15, () => day(ms + span)),
    month: some(0.08, () => day(ms).slice(0, 7)),
    "hour[from]": some(0.15, () => String(hours[0])),
    "hour[to]": some(0.15, () => String(hours[1])),
    videostream: some(0.1, () => [label.videostream.id, oneOf(random, labels).videostream.id].map(String)),
    capturesource: some(0.1, () => String(label.capturesource.id)),
    observer: some(0.08, () => label.observer),
    name: some(0.08, () => oneOf(random, species).common_name.toUpperCase()),
    species: some(0.12, () => [String(oneOf(random, species).id), String(oneOf(random, species).id)]),
    taxon: some(0.08, () => oneOf(random, species).lineage?.[0] ?? "Plantae"),
    near: some(0.08, () => `${place[0]},${place[1]},${near}`),
    bbox: some(0.08, () => boxAround(place, random)),
    method: some(0.12, () => oneOf(random, ["human", "machine"])),
    min_confidence: some(0.1, () => (0.05 * below(random, 20)).toFixed(2)),
    max_confidence: some(0.06, () => "1"),
    review: some(0.15, () => [oneOf(random, reviews), oneOf(random, reviews)]),
    votedby: some(0.12, () => oneOf(random, ["me", "!me", String(me)])),
    [`observation[${pair[0]}]`]: some(0.1, () => oneOf(random, [pair[1], "*"])),
    order: some(0.7, () => oneOf(random, ["id", "-id", "start_time", "-start_time"])),
  };
  if (
    found["hour[from]"] === (found["hour[to]"] ?? "24") ||
    found["hour[to]"] === (found["hour[from]"] ?? "0")
  ) {
    delete found["hour[to]"];
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const reviews = ["unreviewed", "one", "agreed", "disputed", "rejected"] as const;

/** Returns a box around a place. The box of a place near the date line crosses that line. */
function boxAround([latitude = 0, longitude = 0]: readonly number[], random: Random): string {
  const half = oneOf(random, [0, 0.5, 20]);
  const around = (degrees: number) => (((degrees + 540) % 360) - 180).toFixed(3);
  const [south, north] = [Math.max(-90, latitude - half), Math.min(90, latitude + half)];
  return `${south.toFixed(3)},${around(longitude - half - 0.001)},${north.toFixed(3)},${around(longitude + half + 0.001)}`;
}

/** Returns the parameters as a query string. */
export function queryOf(find: Find): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(find)) {
    for (const each of [value].flat()) query.append(name, each);
  }
  return query.toString();
}
