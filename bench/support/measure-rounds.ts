import type { RoundCase } from "./round-cases.ts";
import type { Functions } from "./round-functions.ts";

/**
 * Measures a call twice: the first call of its caller in a container, and the next one there. A call that changes
 * something is made for each measurement; a second create makes a second record.
 * @throws Error when a call fails
 */
export async function measureRounds(functions: Functions, each: RoundCase) {
  const name = each.variant === undefined ? each.operationId : `${each.operationId}, ${each.variant}`;
  const token = each.caller === "site" ? functions.tokens.site : functions.tokens.admin;
  const key = each.operationId.startsWith("create") || each.operationId.startsWith("start");
  const measure = async (container: string, n: number) => {
    const { answer, rounds } = await functions.call(each, token, container, key ? `${name} ${n}` : undefined);
    if (answer.statusCode >= 400) throw new Error(`${name}: ${answer.statusCode} ${answer.body}`);
    if (each.operationId === "create-site-key") functions.tokens.site = JSON.parse(answer.body).key;
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
      requests: shown.requests.length,
      RCU: shown.rcu,
      WCU: shown.wcu,
    },
  };
}

/** Whether a call takes more rounds than its budget. */
export function exceeds({ each, first, next }: Awaited<ReturnType<typeof measureRounds>>): boolean {
  return each.budget !== undefined && Math.max(first.rounds, next?.rounds ?? 0) > each.budget;
}
