import type { MediaLink } from "../../shared/domain/media/media.ts";
import type { User } from "../../shared/domain/person/user.ts";
import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { problemOfItem } from "../../shared/http/item-problem.ts";
import { excerptDigest, type Still } from "../../shared/media/cut/excerpt.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import { asError } from "../../shared/runtime/as-error.ts";
import { timeLeftMs } from "../../shared/runtime/retry.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { StillAnswer } from "../../shared/views/media/still.ts";
import type { contract } from "./contract.ts";
import type { StillOutcome } from "./cut-stills.ts";
import { type Known, type PlannedStill, planStill } from "./plan-still.ts";

type Deps = {
  readonly findStreams: (ids: readonly number[]) => Promise<Known["streams"]>;
  readonly findLabels: (ids: readonly number[]) => Promise<Known["labels"]>;
  /** Opens the look-up of label times for a request. */
  readonly openLabelTimes: () => Known["hasLabelAt"];
  /** Returns the media id of an excerpt that was cut before, by its digest. */
  readonly findMediaId: (cut: string) => Promise<number | undefined>;
  readonly cut: (stream: VideoStream, stills: readonly Still[]) => Promise<readonly StillOutcome[]>;
  readonly link: (mediaId: number) => Promise<MediaLink>;
};

/** Maximum number of stills that a request cuts. It cuts all of them from one stream. */
const maxCuts = 8;

/** Time to cut stills (`jobLimits.stills`), end the child process, and store and record the stills. */
const neededMs = 22_000;

/**
 * Returns the stills that were cut before, and cuts some of the other stills. Does not check that the files exist. If somebody
 * removed a file from the bucket, its link fails until GET /videostreams/{id}/media cuts the still again.
 */
export function getStills({ findStreams, findLabels, openLabelTimes, findMediaId, cut, link }: Deps) {
  return async ({ body: { items } }: InputOf<typeof contract, "body">, calling: Eventual<User>) => {
    const [streams, labels] = await Promise.all([
      findStreams([...new Set(items.map(({ videostream }) => videostream))]),
      findLabels([...new Set(items.flatMap(({ crop }) => crop ?? []))]),
    ]);
    // Streams can have many labels, so access is checked before they are read.
    const caller = await calling;
    const known = { streams, labels, hasLabelAt: openLabelTimes() };
    const planned = await Promise.all(
      items.map((item, i) => planStill(item, i, known, caller).catch(asError)),
    );
    const wanted = new Map<string, PlannedStill>();
    for (const plan of planned) if (!(plan instanceof Error)) wanted.set(digestOf(plan), plan);
    const outcomes = new Map<string, StillOutcome>();
    const found = [...wanted.keys()].map(async (digest) => {
      const id = await findMediaId(digest);
      if (id !== undefined) outcomes.set(digest, id);
    });
    await Promise.all(found);
    await cutSome(new Map([...wanted].filter(([digest]) => !outcomes.has(digest))), outcomes, cut);

    const answer = async (plan: PlannedStill | Error, i: number): Promise<StillAnswer> => {
      if (plan instanceof Error) return { problem: problemOfItem(plan, i, "") };
      const outcome = outcomes.get(digestOf(plan));
      if (typeof outcome === "number") return link(outcome);
      if (outcome === undefined || outcome === "pending") return { pending: true };
      return { problem: problemOfItem(outcome, i, `/items/${i}`) };
    };
    return { status: 200, body: { results: await Promise.all(planned.map(answer)) } } as const;
  };
}

/** Cuts up to 8 stills of the first stream whose video can be read. Adds the results to `outcomes`. */
async function cutSome(
  missing: ReadonlyMap<string, PlannedStill>,
  outcomes: Map<string, StillOutcome>,
  cut: Deps["cut"],
): Promise<void> {
  const byStream = Map.groupBy(missing, ([, { stream }]) => stream.id);
  for (const all of byStream.values()) {
    const [first] = all;
    if (first === undefined || timeLeftMs() < neededMs) return;
    const some = all.slice(0, maxCuts);
    const results = await cut(
      first[1].stream,
      some.map(([, { still }]) => still),
    );
    for (const [i, [digest]] of some.entries()) outcomes.set(digest, results[i] ?? new Error("No result"));
    if (results.some((result) => typeof result === "number")) return;
  }
}

function digestOf({ stream, still }: PlannedStill): string {
  return excerptDigest(stream, still);
}
