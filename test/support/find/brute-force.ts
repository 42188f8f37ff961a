import { kmBetween } from "./distance.ts";

/** An annotation in its full shape. */
// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
export type Label = any;

/** The records that filters refer to, in the form in which lists return them. */
export type World = {
  readonly labels: readonly Label[];
  readonly species: readonly {
    id: number;
    common_name: string;
    scientific_name: string;
    kind?: string;
    lineage?: string[];
  }[];
  readonly sources: readonly { id: number; location: string; time_zone?: string }[];
  readonly users?: readonly { id: number; email: string; display_name: string }[];
  /** The id of the user who sends the request. */
  readonly me: number;
};

/** Query parameters of a list. A repeated parameter has a list of values. */
export type Find = { readonly [name: string]: string | readonly string[] };

type Test = (label: Label, value: string, find: Find) => boolean;

/** Returns all annotations that match the parameters of a list, in the list's order. Ignores `limit` and `offset`. */
export function bruteForce(world: World, find: Find): readonly Label[] {
  const tests = testsOf(world);
  const matching = world.labels.filter((label) =>
    Object.entries(find).every(([name, value]) => {
      const pair = /^observation\[(.*)\]$/.exec(name)?.[1];
      if (pair !== undefined) return value === "*" ? pair in noted(label) : noted(label)[pair] === value;
      const test = tests[name];
      return test === undefined || [value].flat().some((each) => test(label, each, find));
    }),
  );
  const { order = "id" } = find;
  const sign = String(order).startsWith("-") ? -1 : 1;
  const time = (label: Label) => (String(order).endsWith("start_time") ? Date.parse(label.start_time) : 0);
  return matching.toSorted((a, b) => sign * (time(a) - time(b) || a.id - b.id));
}

const noted = (label: Label): Record<string, string> => label.observation ?? {};

function testsOf({ species, sources, users = [], me }: World): Record<string, Test> {
  const plain = (text: string) =>
    text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/\s+/g, " ").toLowerCase();
  const namesOf = (id: number) =>
    species
      .filter((each) => each.id === id)
      .flatMap((each) => [plain(each.common_name), plain(each.scientific_name)]);
  const isOf = (label: Label, ids: readonly number[], names: readonly string[]) =>
    label.identifications.some((each: Label) => ids.includes(each.species.id)) ||
    ["species", "common_name", "scientific_name"].some(
      (key) => key in noted(label) && names.includes(plain(noted(label)[key] ?? "")),
    );
  const ofSpecies = (label: Label, ids: readonly number[], more: readonly string[] = []) =>
    isOf(label, ids, [...more, ...ids.flatMap(namesOf)]);
  const placeOf = (label: Label) =>
    (sources.find(({ id }) => id === label.capturesource.id)?.location ?? "").split(",").map(Number);
  const votedBy = (label: Label, user: number) =>
    label.identifications.some((each: Label) => each.identified_by.some((voter: Label) => voter.id === user));
  return {
    "time[from]": (label, value) => Date.parse(label.start_time) >= Date.parse(value),
    "time[to]": (label, value) => Date.parse(label.start_time) < Date.parse(value),
    "day[from]": (label, value) => clockOf(label).day >= value,
    "day[to]": (label, value) => clockOf(label).day <= value,
    month: (label, value) => clockOf(label).day.startsWith(value),
    "hour[from]": (label, value, find) => isWithinHours(label, value, String(find["hour[to]"] ?? 24)),
    "hour[to]": (label, value, find) => isWithinHours(label, String(find["hour[from]"] ?? 0), value),
    videostream: (label, value) => label.videostream.id === Number(value),
    capturesource: (label, value) => label.capturesource.id === Number(value),
    // An e-mail address finds labels with the display name of its user, who must be the author.
    observer: (label, value) =>
      label.observer === value ||
      users.some(
        ({ id, email, display_name }) =>
          email === value && label.created_by.id === id && label.observer === display_name,
      ),
    species: (label, value) => ofSpecies(label, [Number(value)]),
    name: (label, value) => {
      const named = species.filter(({ id }) => namesOf(id).includes(plain(value))).map(({ id }) => id);
      return ofSpecies(label, named, [plain(value)]);
    },
    taxon: (label, value) => {
      const below = species.filter(({ lineage = [] }) => lineage.map(plain).includes(plain(value)));
      return ofSpecies(
        label,
        below.map(({ id }) => id),
      );
    },
    near: (label, value) => {
      const [latitude = 0, longitude = 0, km = 0] = value.split(",").map(Number);
      return kmBetween(placeOf(label), [latitude, longitude]) <= km;
    },
    bbox: (label, value) => {
      const [south = 0, west = 0, north = 0, east = 0] = value.split(",").map(Number);
      const [latitude = 0, longitude = 0] = placeOf(label);
      const across =
        west <= east ? west <= longitude && longitude <= east : longitude >= west || longitude <= east;
      return south <= latitude && latitude <= north && across;
    },
    method: (label, value) => label.method === value,
    min_confidence: (label, value) => label.confidence !== null && label.confidence >= Number(value),
    max_confidence: (label, value) =>
      label.confidence !== null && (label.confidence < Number(value) || Number(value) === 1),
    review: (label, value) => reviewOf(label, species) === value,
    votedby: (label, value) =>
      value === "!me" ? !votedBy(label, me) : votedBy(label, value === "me" ? me : Number(value)),
  };
}

function isWithinHours(label: Label, from: string, to: string): boolean {
  const { hour } = clockOf(label);
  const [first, end] = [Number(from), Number(to)];
  return first < end ? hour >= first && hour < end : hour >= first || hour < end;
}

/** Returns the day and the hour of the camera's clock. */
function clockOf(label: Label): { readonly day: string; readonly hour: number } {
  const zone: string = label.capturesource.time_zone ?? "UTC";
  const ms = Date.parse(label.start_time);
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
  const ahead = sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : 0;
  const parts = clockParts(sign ? "UTC" : zone).formatToParts(ms + ahead * 60_000);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return { day: `${part("year")}-${part("month")}-${part("day")}`, hour: Number(part("hour")) };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function clockParts(timeZone: string): Intl.DateTimeFormat {
  const options = {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    hourCycle: "h23",
  } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("en-GB", { timeZone, ...options });
  formats.set(timeZone, format);
  return format;
}

function reviewOf(label: Label, species: World["species"]): string {
  const votes: { blank: boolean; count: number }[] = label.identifications.map((each: Label) => ({
    blank: species.find(({ id }) => id === each.species.id)?.kind === "blank",
    count: each.identified_by.length,
  }));
  if (votes.length === 0) return label.method === "machine" ? "unreviewed" : "one";
  const most = (blank: boolean) =>
    Math.max(0, ...votes.filter((each) => each.blank === blank).map(({ count }) => count));
  if (most(true) > most(false)) return "rejected";
  if (votes.length > 1) return "disputed";
  return (votes[0]?.count ?? 0) > 1 ? "agreed" : "one";
}
