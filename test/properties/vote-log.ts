import type { Annotation } from "../../shared/domain/annotation.ts";

/** A vote that somebody gave or took back, and when its request began and was answered. */
export type Cast = {
  readonly annotation: number;
  readonly species: number;
  readonly voter: number;
  readonly add: boolean;
  readonly from: number;
  readonly to: number;
};

/** The votes of a run; `now` goes up with every event. */
export type VoteLog = { now: number; readonly casts: Cast[] };

/** Logs a vote that was answered; a refused one has no effect. */
export async function vote(
  log: VoteLog,
  cast: Omit<Cast, "from" | "to">,
  request: () => Promise<unknown>,
): Promise<void> {
  const from = ++log.now;
  const answer = await request();
  if (typeof answer !== "string") log.casts.push({ ...cast, from, to: ++log.now });
}

/**
 * Votes that no order of the requests explains: one that is there although every request that can have come
 * last took it back, or the reverse.
 * @returns a sentence for each
 */
export function voteProblems({ casts }: VoteLog, annotations: readonly Annotation[]): readonly string[] {
  const byVote = Map.groupBy(casts, nameOf);
  const there = annotations.flatMap((annotation) =>
    annotation.identifications.flatMap(({ species, voters }) =>
      voters.map((voter) => nameOf({ annotation: annotation.id, species, voter })),
    ),
  );
  const twice = there.filter((name, i) => there.indexOf(name) !== i).map((name) => `${name} is there twice`);
  const wrong = [...byVote].flatMap(([name, all]) => {
    const [first] = all;
    const annotation = annotations.find(({ id }) => id === first?.annotation);
    if (annotation === undefined || first === undefined) return [];
    const is = votesOf(annotation, first.voter).includes(first.species);
    const last = all.filter(({ to }) => !all.some(({ from }) => from > to));
    return last.some(({ add }) => add === is) ? [] : [`${name} ${is ? "should not be" : "is missing"}`];
  });
  return [...twice, ...wrong];
}

/** The species that somebody votes for. */
export function votesOf({ identifications }: Annotation, voter: number): readonly number[] {
  return identifications.filter(({ voters }) => voters.includes(voter)).map(({ species }) => species);
}

function nameOf({ annotation, species, voter }: Pick<Cast, "annotation" | "species" | "voter">): string {
  return `the vote of ${voter} for ${species} on ${annotation}`;
}
