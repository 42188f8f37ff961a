import type { Entry } from "./entry.ts";
import type { Outcome } from "./outcome.ts";
import { type Answer, type LabelService, laterOf, sendEntry } from "./send.ts";

/**
 * Sends one entry, or several votes and removals of votes in one request. Votes that failed in that request are sent
 * again alone, because only then the response contains the reason.
 * @returns the outcome of each
 */
export async function sendEntries(
  service: LabelService,
  entries: readonly Entry[],
): Promise<readonly Outcome[]> {
  const voted = entries.length > 1 ? await voteAll(service, entries) : [];
  const outcomes: Outcome[] = [];
  for (const [i, entry] of entries.entries()) outcomes.push(voted[i] ?? (await sendEntry(service, entry)));
  return outcomes;
}

async function voteAll(
  service: LabelService,
  entries: readonly Entry[],
): Promise<readonly (Outcome | undefined)[]> {
  const votes = entries.flatMap(({ label, action, key }) =>
    action.kind === "vote"
      ? [{ annotation: label, species: action.species.id, remove: !action.isFor, idempotency_key: key }]
      : [],
  );
  const answer = await service.voteAll(votes).catch((): Answer => ({ ...lost, pauseMs: undefined }));
  const later = laterOf(answer);
  if (later) return entries.map(() => later);
  const results: readonly unknown[] = Array.isArray(answer.body) ? answer.body : [];
  return results.map((result) => {
    const status = statusOf(result);
    return status === 201 ? { kind: "voted" } : laterOf({ status, pauseMs: answer.pauseMs });
  });
}

/** Result of a request that did not arrive, or whose response was lost. */
const lost = { status: 503, body: undefined };

function statusOf(result: unknown): number {
  if (typeof result !== "object" || result === null || !("status" in result)) return 0;
  return typeof result.status === "number" ? result.status : 0;
}
