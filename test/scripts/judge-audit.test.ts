import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { acceptedAdvisories } from "../../scripts/accepted-advisories.ts";
import { judgeAudit } from "../../scripts/judge-audit.ts";

/** As npm 11 printed them; what is found in the first is invented. */
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
    ["stops for high and critical ones, each named once", [], [jose, semver], [esbuild]],
    [
      "goes on with those that are accepted, and says why",
      [accept("GHSA-dddd-eeee-ffff"), accept("GHSA-gggg-hhhh-iiii")],
      [],
      [
        esbuild,
        `${jose}, accepted until 2026-12-31: Not reached from here.`,
        `${semver}, accepted until 2026-12-31: Not reached from here.`,
      ],
    ],
    [
      "accepts on the last day",
      [accept("GHSA-dddd-eeee-ffff", "2026-11-20"), accept("GHSA-gggg-hhhh-iiii")],
      [],
      expect.any(Array),
    ],
    [
      "stops again on the day after it",
      [accept("GHSA-dddd-eeee-ffff", "2026-11-19"), accept("GHSA-gggg-hhhh-iiii")],
      [`${jose}, which was accepted until 2026-11-19`],
      expect.any(Array),
    ],
    [
      "says what is accepted in vain",
      [accept("GHSA-xxxx-xxxx-xxxx")],
      [jose, semver],
      [esbuild, "GHSA-xxxx-xxxx-xxxx is accepted, but is not found any more."],
    ],
  ])("%s", (_, accepted, stopping, notes) => {
    expect(judgeAudit(findings, accepted, "2026-11-20")).toEqual({ kind: "judged", stopping, notes });
  });
});

test("an audit without findings stops nothing", () => {
  const clean = JSON.stringify({ auditReportVersion: 2, vulnerabilities: {}, metadata: {} });
  expect(judgeAudit(clean, [], "2026-11-20")).toEqual({ kind: "judged", stopping: [], notes: [] });
});

test.each([
  [
    "by a registry without audits",
    recorded("unavailable.json"),
    "405 Method Not Allowed - POST https://registry.example/-/npm/v1/security/advisories/bulk",
  ],
  ["that is cut off", findings.slice(0, 500), "npm printed no audit report."],
  ["that is empty", "", "npm printed no audit report."],
  ["of another form", '{"auditReportVersion":3,"vulnerabilities":[]}', "npm printed no audit report."],
])("an audit %s is none, not a clean one", (_, printed, reason) => {
  expect(judgeAudit(printed, [], "2026-11-20")).toEqual({ kind: "unavailable", reason });
});

test("what is accepted has an id, a reason and a day", () => {
  for (const { id, reason, until } of acceptedAdvisories) {
    expect(id).toMatch(/^GHSA(-[2-9a-z]{4}){3}$/);
    expect(reason).toMatch(/^[A-Z].{20,}\.$/);
    expect(until).toMatch(/^20\d\d-\d\d-\d\d$/);
  }
});
