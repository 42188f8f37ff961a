import type { Annotation } from "../../shared/domain/annotation/annotation.ts";

/** A vote that a user gave or took back. The times of request and response are by the log's own clock. */
type LoggedVote = {
  readonly annotation: number;
  readonly species: number;
  readonly voter: number;
  readonly add: boolean;
  readonly sentAt: number;
  readonly answeredAt: number;
};

/** Votes of a run. `now` is a clock that increases with every event. */
export type VoteLog = { now: number; readonly entries: LoggedVote[] };

/** Sends a vote and logs it if it was accepted. A refused vote has no effect. */
export async function vote(
  log: VoteLog,
  cast: Omit<LoggedVote, "sentAt" | "answeredAt">,
  request: () => Promise<unknown>,
): Promise<void> {
  const sentAt = ++log.now;
  const answer = await request();
  if (typeof answer !== "string") log.entries.push({ ...cast, sentAt, answeredAt: ++log.now });
}

/**
 * Finds votes that no order of the requests explains. Such a vote is stored although every request that may have been
 * the last took it back, or is missing although every such request gave it.
 * @returns a sentence for each of these votes
 */
export function voteProblems({ entries }: VoteLog, annotations: readonly Annotation[]): readonly string[] {
  const byVote = Map.groupBy(entries, nameOf);
  const stored = annotations.flatMap((annotation) =>
    annotation.identifications.flatMap(({ species, voters }) =>
      voters.map((voter) => nameOf({ annotation: annotation.id, species, voter })),
    ),
  );
  const twice = stored
    .filter((name, i) => stored.indexOf(name) !== i)
    .map((name) => `${name} is stored twice`);
  const wrong = [...byVote].flatMap(([name, all]) => {
    const [first] = all;
    const annotation = annotations.find(({ id }) => id === first?.annotation);
    if (annotation === undefined || first === undefined) return [];
    const isStored = votesOf(annotation, first.voter).includes(first.species);
    const last = all.filter(({ answeredAt }) => !all.some(({ sentAt }) => sentAt > answeredAt));
    return last.some(({ add }) => add === isStored)
      ? []
      : [`${name} ${isStored ? "should have been taken back" : "is missing"}`];
  });
  return [...twice, ...wrong];
}

/** Species for which a user votes. */
export function votesOf({ identifications }: Annotation, voter: number): readonly number[] {
  return identifications.filter(({ voters }) => voters.includes(voter)).map(({ species }) => species);
}

function nameOf({
  annotation,
  species,
  voter,
}: Pick<LoggedVote, "annotation" | "species" | "voter">): string {
  return `the vote of ${voter} for ${species} on ${annotation}`;
}
