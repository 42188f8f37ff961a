import type { RoundCase } from "./round-cases.ts";
import type { Functions } from "./round-functions.ts";

/**
 * Measures a call twice: as the first call of its caller in a container, and as the next one there. A create therefore
 * makes two records. A delete is measured only once.
 * @throws Error when a call fails
 */
export async function measureRounds(functions: Functions, each: RoundCase) {
  const name = each.variant === undefined ? each.operationId : `${each.operationId}, ${each.variant}`;
  const token = each.caller === "site" ? functions.tokens.site : functions.tokens.admin;
  const key = each.operationId.startsWith("create") || each.operationId.startsWith("start");
  let rows = 0;
  const measure = async (container: string, n: number) => {
    const { answer, rounds } = await functions.call(
      { ...each, body: n === 1 ? each.body : (each.nextBody ?? each.body) },
      token,
      container,
      key ? `${name}-${n}`.replaceAll(" ", "-") : undefined,
    );
    if (answer.statusCode >= 400) throw new Error(`${name}: ${answer.statusCode} ${answer.body}`);
    const body = JSON.parse(answer.body || "{}");
    if (each.operationId === "create-site-key") functions.tokens.site = body.key;
    // Each row of a page is an item of at most 4 KB, which is read with strong consistency.
    rows = body.results?.length ?? 0;
    return rounds;
  };
  const first = await measure(name, 1);
  const repeats = !/^(delete|remove)|^create-user/.test(each.operationId);
  const next = repeats ? await measure(name, 2) : undefined;
  const shown = next ?? first;
  return {
    each,
    first,
    next,
    row: {
      call: name,
      "rounds, first": first.rounds,
      "rounds, next": next?.rounds ?? "",
      budget: each.budget ?? "",
      calls: shown.requests.length,
      "calls allowed": each.maxCalls,
      RCU: shown.rcu,
      "RCU without rows": shown.rcu - rows,
      WCU: shown.wcu,
    },
  };
}

/** Returns a sentence about the budget that a call exceeds, or `undefined` if the call is within its budgets. */
export function overBudget({ each, row, first, next }: MeasuredRounds): string | undefined {
  const most = Math.max(first.rounds, next?.rounds ?? 0);
  if (each.budget !== undefined && most > each.budget) {
    return `${row.call} takes ${most} rounds instead of at most ${each.budget}`;
  }
  if (row.calls > each.maxCalls) {
    return `${row.call} makes ${row.calls} calls to the database instead of at most ${each.maxCalls}`;
  }
  if (each.maxRcu !== undefined && row["RCU without rows"] > each.maxRcu) {
    return `${row.call} reads ${row["RCU without rows"]} units without its rows, instead of at most ${each.maxRcu}`;
  }
  return undefined;
}

export type MeasuredRounds = Awaited<ReturnType<typeof measureRounds>>;
