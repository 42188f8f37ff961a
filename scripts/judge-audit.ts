import * as z from "zod/mini";
import type { AcceptedAdvisory } from "./accepted-advisories.ts";

/** What the audit found that stops a change, each as a line; or why there was no audit. */
export type Verdict =
  | { readonly kind: "judged"; readonly stopping: readonly string[]; readonly notes: readonly string[] }
  | { readonly kind: "unavailable"; readonly reason: string };

const stoppingSeverities = ["high", "critical"];

/** `npm audit --json` of npm 7 and later (`auditReportVersion` 2): advisories stand under `via`. */
const Advisory = z.object({ name: z.string(), title: z.string(), url: z.string(), severity: z.string() });
type Advisory = z.infer<typeof Advisory>;
const Report = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), Advisory])) })),
});
const Failure = z.object({ message: z.string() });

/**
 * Judges what `npm audit --json` printed: high and critical findings stop a change, unless they are accepted
 * and the time for which they are is not over.
 * @param today such as `2026-11-20`
 */
export function judgeAudit(printed: string, accepted: readonly AcceptedAdvisory[], today: string): Verdict {
  const json = parseJson(printed);
  const report = z.safeParse(Report, json);
  if (!report.success) {
    const failure = z.safeParse(Failure, json);
    return { kind: "unavailable", reason: failure.data?.message ?? "npm printed no audit report." };
  }
  const found = advisoriesOf(report.data);
  const stopping: string[] = [];
  const notes: string[] = [];
  for (const [id, { name, severity, title, url }] of found) {
    const line = `${severity}: ${name}: ${title} (${url})`;
    const acceptance = accepted.find((each) => each.id === id);
    if (acceptance && acceptance.until >= today) {
      notes.push(`${line}, accepted until ${acceptance.until}: ${acceptance.reason}`);
    } else if (!stoppingSeverities.includes(severity)) notes.push(line);
    else stopping.push(acceptance ? `${line}, which was accepted until ${acceptance.until}` : line);
  }
  for (const { id } of accepted)
    if (!found.has(id)) notes.push(`${id} is accepted, but is not found any more.`);
  return { kind: "judged", stopping, notes };
}

/** By id: one advisory stands under every package that it reaches by its own name. */
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
