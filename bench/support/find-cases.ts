import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import type { AnnotationOrder } from "../../shared/domain/annotation/order.ts";
import { type Review, reviewOf } from "../../shared/domain/annotation/review.ts";
import { nameKey } from "../../shared/domain/species/name-key.ts";
import type { AnnotationFilters } from "../../shared/store/annotation/filters.ts";
import { below, type Random } from "../../test/support/seeded-random.ts";
import { commonName, type Note, noteShares, scientificName, threeYears } from "./find-data.ts";

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** The filters of a list, and a function that returns true for annotations that match them. */
export type Find = {
  readonly filters: Partial<AnnotationFilters>;
  readonly matches: (annotation: Annotation) => boolean;
};

/** Lists of a kind, such as those of several months, and their budget. */
export type FindCase = {
  readonly name: string;
  /** Maximum read capacity units, without the rows of the page and, in an order by time, without the filters' bits. */
  readonly budgetRcu?: number;
  /** The budget as a multiple of another list's units, instead of `budgetRcu`. */
  readonly budgetTimes?: { readonly factor: number; readonly list: string };
  readonly order?: AnnotationOrder;
  readonly offsets: readonly number[];
  readonly finds: readonly Find[];
};

const [oneTerm, offsets] = ["`min_confidence=0.95`: one term", [0, 1000]];

/** Lists by the annotations' start, their observer and the agreement of votes, in order of ids. */
export function filterCases(random: Random): readonly FindCase[] {
  const months = ["2023-01", "2024-07", "2025-12"];
  const nights = [1, 3, 20].flatMap((species) =>
    months.map((month) => all(inMonth(month), ofSpecies(species), atNight)),
  );
  const byMachine: Find = { filters: { method: "machine" }, matches: ({ method }) => method === "machine" };
  return [
    { name: "`month`", budgetRcu: 40, offsets, finds: months.map(inMonth) },
    { name: "`month`, `species`, hours 20 to 4", budgetRcu: 200, offsets, finds: nights },
    { name: "`time` of an hour", budgetRcu: 40, offsets, finds: windows(random, hourMs) },
    { name: "`time` of 30 days", budgetRcu: 100, offsets, finds: windows(random, 30 * dayMs) },
    { name: "`time` of a year", offsets, finds: windows(random, 365 * dayMs) },
    { name: oneTerm, offsets, finds: [sure(0.95)] },
    { name: "`min_confidence=0.8`", budgetTimes: { factor: 5, list: oneTerm }, offsets, finds: [sure(0.8)] },
    { name: "`method=machine`", offsets, finds: [byMachine] },
    { name: "`method=human`", offsets, finds: [but({ method: "human" }, byMachine)] },
    ...(["unreviewed", "one"] as const).map((review) => ({
      ...{ name: `\`review=${review}\`, \`votedby=!me\``, budgetRcu: 110, offsets },
      finds: [all(reviewed(review), notByMe)],
    })),
  ];
}

/**
 * Minimum number of annotations for which the budgets apply. With fewer annotations, a page spans more days, and each
 * day costs half a unit.
 */
const leastDense = 100_000;

/**
 * Lists with the latest annotations first: of all annotations, and with filters that fewer and fewer of them match. We
 * chose the budgets for an offset of 9,900 and for a rare filter. The other budgets are those of the first page.
 */
export function orderCases(annotations: number): readonly FindCase[] {
  const newest = (name: string, find: Find, budgetRcu: number, offset: number): FindCase => ({
    ...{ name, order: "-start_time", offsets: [offset], finds: [find] },
    ...(annotations < leastDense ? {} : { budgetRcu }),
  });
  const share = (note: Note) => `${100 * noteShares[note]} %`;
  return [
    newest("all", everything, 5, 0),
    newest(share("sex"), noted("sex"), 15, 0),
    newest(share("collar"), noted("collar"), 80, 0),
    newest(share("injury"), noted("injury"), 240, 0),
    newest("all", everything, 120, 9900),
    newest(share("sex"), noted("sex"), 120, 9900),
    newest(share("collar"), noted("collar"), 120, 9900),
  ];
}

const everything: Find = { filters: {}, matches: () => true };

/** The list of the first user. */
const notByMe: Find = {
  filters: { votedby: "!me", caller: 1 },
  matches: ({ identifications }) => !identifications.some(({ voters }) => voters.includes(1)),
};

const atNight: Find = {
  filters: { "hour[from]": 20, "hour[to]": 4 },
  matches: (annotation) =>
    !(clockOf(annotation).slice(11, 13) >= "04" && clockOf(annotation).slice(11, 13) < "20"),
};

function inMonth(month: string): Find {
  return { filters: { month }, matches: (annotation) => clockOf(annotation).startsWith(month) };
}

function ofSpecies(species: number): Find {
  const names = [commonName(species), scientificName(species)].map(nameKey);
  return {
    filters: { species: [species] },
    matches: ({ identifications, observation }) =>
      identifications.some((each) => each.species === species) ||
      names.includes(nameKey(observation?.["species"] ?? "")),
  };
}

/** Returns time windows of a length that begin at random milliseconds. */
function windows(random: Random, lengthMs: number): readonly Find[] {
  return Array.from({ length: 6 }, () => {
    const fromMs = threeYears.fromMs + below(random, threeYears.toMs - threeYears.fromMs - lengthMs);
    const toMs = fromMs + lengthMs;
    return {
      filters: { "time[from]": fromMs, "time[to]": toMs },
      matches: ({ moment }) => moment !== undefined && fromMs <= moment.ms && moment.ms < toMs,
    };
  });
}

function sure(least: number): Find {
  return {
    filters: { min_confidence: Math.round(20 * least) },
    matches: ({ confidence }) => confidence !== undefined && confidence >= least,
  };
}

function reviewed(review: Review): Find {
  return { filters: { review: [review] }, matches: (annotation) => reviewOf(annotation) === review };
}

function noted(note: Note): Find {
  return {
    filters: { observation: [[note, "*"]] },
    matches: ({ observation = {} }) => observation[note] !== undefined,
  };
}

function but(filters: Find["filters"], other: Find): Find {
  return { filters, matches: (annotation) => !other.matches(annotation) };
}

function all(...finds: readonly Find[]): Find {
  return {
    filters: Object.assign({}, ...finds.map(({ filters }) => filters)),
    matches: (annotation) => finds.every(({ matches }) => matches(annotation)),
  };
}

/** Time of the camera's clock, such as `2025-12-31T23:59:59.999Z`. */
function clockOf({ moment }: Annotation): string {
  return moment === undefined ? "" : new Date(moment.ms + moment.offsetMinutes * 60_000).toISOString();
}
