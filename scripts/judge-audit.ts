import * as z from "zod/mini";
import type { AcceptedAdvisory } from "./accepted-advisories.ts";

/** The findings that block a change, and the other findings, one line each. Or the reason why there was no audit. */
export type AuditResult =
  | { readonly kind: "judged"; readonly blocking: readonly string[]; readonly notes: readonly string[] }
  | { readonly kind: "unavailable"; readonly reason: string };

const blockingSeverities = ["high", "critical"];

/** Output of `npm audit --json` in npm 7 and later (`auditReportVersion` 2). Advisories are under `via`. */
const Advisory = z.object({ name: z.string(), title: z.string(), url: z.string(), severity: z.string() });
type Advisory = z.infer<typeof Advisory>;
const Report = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), Advisory])) })),
});
const Failure = z.object({ message: z.string() });

/**
 * Evaluates the output of `npm audit --json`. High and critical findings block a change, unless they are still accepted
 * today.
 * @param today such as `2026-11-20`
 */
export function judgeAudit(
  printed: string,
  accepted: readonly AcceptedAdvisory[],
  today: string,
): AuditResult {
  const json = parseJson(printed);
  const report = z.safeParse(Report, json);
  if (!report.success) {
    const failure = z.safeParse(Failure, json);
    return { kind: "unavailable", reason: failure.data?.message ?? "npm printed no audit report." };
  }
  const found = advisoriesOf(report.data);
  const blocking: string[] = [];
  const notes: string[] = [];
  for (const [id, { name, severity, title, url }] of found) {
    const line = `${severity}: ${name}: ${title} (${url})`;
    const acceptance = accepted.find((each) => each.id === id);
    if (acceptance && acceptance.until >= today) {
      notes.push(`${line}, accepted until ${acceptance.until}: ${acceptance.reason}`);
    } else if (!blockingSeverities.includes(severity)) notes.push(line);
    else blocking.push(acceptance ? `${line}, which was accepted until ${acceptance.until}` : line);
  }
  for (const { id } of accepted)
    if (!found.has(id))
      notes.push(`${id} is accepted but no longer found: remove it from scripts/accepted-advisories.ts.`);
  return { kind: "judged", blocking, notes };
}

/** Returns the advisories by id. The report repeats an advisory for every package that it affects. */
function advisoriesOf({ vulnerabilities }: z.infer<typeof Report>): ReadonlyMap<string, Advisory> {
  return new Map(
    Object.values(vulnerabilities)
      .flatMap(({ via }) => via)
      .flatMap((each) => (typeof each === "string" ? [] : [[each.url.replace(/.*\//, ""), each]])),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
