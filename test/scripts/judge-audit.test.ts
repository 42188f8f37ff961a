import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { acceptedAdvisories } from "../../scripts/accepted-advisories.ts";
import { judgeAudit } from "../../scripts/judge-audit.ts";

/** Returns recorded output of npm 11. The findings in findings.json are invented. */
const recorded = (name: string) => readFileSync(path.join(import.meta.dirname, "audits", name), "utf8");
const findings = recorded("findings.json");

const jose = "critical: jose: Signature is not checked (https://github.com/advisories/GHSA-dddd-eeee-ffff)";
const semver =
  "high: semver: Regular expression denial of service (https://github.com/advisories/GHSA-gggg-hhhh-iiii)";
const esbuild =
  "moderate: esbuild: Development server answers any origin (https://github.com/advisories/GHSA-aaaa-bbbb-cccc)";
const accept = (id: string, until = "2026-12-31") => ({ id, reason: "Not reached from here.", until });

describe("an audit with findings", () => {
  test.each([
    ["blocks a change for each high or critical finding, and lists each once", [], [jose, semver], [esbuild]],
    [
      "does not block for accepted findings, and prints the reasons",
      [accept("GHSA-dddd-eeee-ffff"), accept("GHSA-gggg-hhhh-iiii")],
      [],
      [
        esbuild,
        `${jose}, accepted until 2026-12-31: Not reached from here.`,
        `${semver}, accepted until 2026-12-31: Not reached from here.`,
      ],
    ],
    [
      "does not block on the last day of an acceptance",
      [accept("GHSA-dddd-eeee-ffff", "2026-11-20"), accept("GHSA-gggg-hhhh-iiii")],
      [],
      expect.any(Array),
    ],
    [
      "blocks on the day after the last day of an acceptance",
      [accept("GHSA-dddd-eeee-ffff", "2026-11-19"), accept("GHSA-gggg-hhhh-iiii")],
      [`${jose}, which was accepted until 2026-11-19`],
      expect.any(Array),
    ],
    [
      "lists acceptances that are no longer needed",
      [accept("GHSA-xxxx-xxxx-xxxx")],
      [jose, semver],
      [
        esbuild,
        "GHSA-xxxx-xxxx-xxxx is accepted but no longer found: remove it from scripts/accepted-advisories.ts.",
      ],
    ],
  ])("%s", (_, accepted, blocking, notes) => {
    expect(judgeAudit(findings, accepted, "2026-11-20")).toEqual({ kind: "judged", blocking, notes });
  });
});

test("an audit without findings blocks nothing", () => {
  const clean = JSON.stringify({ auditReportVersion: 2, vulnerabilities: {}, metadata: {} });
  expect(judgeAudit(clean, [], "2026-11-20")).toEqual({ kind: "judged", blocking: [], notes: [] });
});

test.each([
  [
    "of a registry that offers no audits",
    recorded("unavailable.json"),
    "405 Method Not Allowed - POST https://registry.example/-/npm/v1/security/advisories/bulk",
  ],
  ["that is cut short", findings.slice(0, 500), "npm printed no audit report."],
  ["that is empty", "", "npm printed no audit report."],
  ["in an unknown format", '{"auditReportVersion":3,"vulnerabilities":[]}', "npm printed no audit report."],
])("an audit %s counts as unavailable, not as free of findings", (_, printed, reason) => {
  expect(judgeAudit(printed, [], "2026-11-20")).toEqual({ kind: "unavailable", reason });
});

test("each accepted advisory has an id, a reason and a day", () => {
  for (const { id, reason, until } of acceptedAdvisories) {
    expect(id).toMatch(/^GHSA(-[2-9a-z]{4}){3}$/);
    expect(reason).toMatch(/^[A-Z].{20,}\.$/);
    expect(until).toMatch(/^20\d\d-\d\d-\d\d$/);
  }
});
