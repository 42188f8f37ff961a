import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { alarms } from "../../lib/alarms.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { problemOf } from "../../shared/http/problem.ts";
import { ExtractionError } from "../../shared/media/cut/extraction-error.ts";
import { extractionFault } from "../../shared/media/cut/extraction-fault.ts";
import { synthesised } from "./synthesised.ts";

const guide = readFileSync(path.join(import.meta.dirname, "../../docs/alarms.md"), "utf8");
const { template, remove } = synthesised();
afterAll(remove);
const found = template.findResources("AWS::CloudWatch::Alarm");
const topics = Object.keys(template.findResources("AWS::SNS::Topic"));

/** Returns a logical id without the hash that CDK appends. */
const nameOf = (logicalId: string) => logicalId.slice(0, -8);

describe("alarms", () => {
  test.each(alarms)(
    "$name has the threshold and the periods that lib/alarms.ts lists",
    ({ name, periodMinutes = 5, threshold, breaching = [1, 1] }) => {
      const [, alarm] = Object.entries(found).find(([id]) => nameOf(id) === `Monitoring${name}`) ?? [];
      expect(alarm?.Properties).toMatchObject({
        Threshold: threshold,
        ComparisonOperator: "GreaterThanOrEqualToThreshold",
        DatapointsToAlarm: breaching[0],
        EvaluationPeriods: breaching[1],
        TreatMissingData: "notBreaching",
      });
      expect(JSON.stringify(alarm)).toContain(`"Period":${periodMinutes * 60}`);
    },
  );

  test.each(alarms)("the summary and the reason of $name are sentences", ({ summary, reason }) => {
    for (const text of [summary, reason]) expect(text).toMatch(/^[A-Z].{20,}\.$/);
  });

  test("all notify the topic when they go off and when they end", () => {
    expect(topics).toHaveLength(1);
    const topic = [{ Ref: topics[0] }];
    for (const [id, { Properties }] of Object.entries(found)) {
      expect(Properties, id).toMatchObject({ AlarmActions: topic, OKActions: topic });
    }
  });

  test("each has a description that names its section in docs/alarms.md", () => {
    for (const [id, { Properties }] of Object.entries(found)) {
      const name = nameOf(id).replace(/^Monitoring/, "");
      expect(Properties["AlarmDescription"]).toMatch(
        new RegExp(`\\. What to do: docs/alarms.md, ${name}\\.$`),
      );
    }
  });

  test("each, including those of jobs, has a section in docs/alarms.md", () => {
    const sections = new Set([...guide.matchAll(/^### `(\w+)`$/gm)].map(([, name]) => name));
    const names = Object.keys(found).map((id) => nameOf(id).replace(/^Monitoring/, ""));
    expect(names.length).toBeGreaterThanOrEqual(alarms.length);
    expect(names.filter((name) => !sections.has(name))).toEqual([]);
  });

  test("each uses a single metric, because a sum of metrics has no value while one of them is missing", () => {
    for (const [id, { Properties }] of Object.entries(found)) {
      expect(Properties["MetricName"], id).toEqual(expect.any(String));
    }
  });
});

test("failed stills and clips are counted by the response status of their route", () => {
  template.hasResourceProperties("AWS::Logs::MetricFilter", {
    FilterPattern:
      '{ ($.resource = "/v1/videostreams/{id}/media") && (($.status = "413") || ($.status = "422") || ($.status = "5*")) }',
  });
});

test.each([
  ["refused", 422],
  ["unreadable", 422],
  ["over-limit", 413],
  ["unreachable", 502],
  ["bad-answer", 502],
  ["out-of-time", 503],
] as const)("an extraction that fails as %s returns %i, a status that counts as failed", (reason, status) => {
  const fault = extractionFault(new ExtractionError(reason, "x"));
  expect(fault instanceof Fault && problemOf[fault.code].status).toBe(status);
});

test("the topic has no subscription if no e-mail address is given", () => {
  const [subscription] = Object.values(template.findResources("AWS::SNS::Subscription"));
  const condition: string = subscription?.["Condition"];
  expect(template.findConditions(condition)).toEqual({
    [condition]: { "Fn::Not": [{ "Fn::Equals": [{ Ref: "AlarmEmail" }, ""] }] },
  });
});

test("only alarms of this account may publish to the topic", () => {
  const [policy] = Object.values(template.findResources("AWS::SNS::TopicPolicy"));
  const statements = policy?.["Properties"].PolicyDocument.Statement as { Effect: string }[];
  expect(statements.filter(({ Effect }) => Effect === "Allow")).toEqual([
    expect.objectContaining({
      Action: "sns:Publish",
      Principal: { Service: "cloudwatch.amazonaws.com" },
      Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
    }),
  ]);
});

test("the dashboard shows every alarm", () => {
  const [dashboard] = Object.values(template.findResources("AWS::CloudWatch::Dashboard"));
  const body = JSON.stringify(dashboard?.["Properties"].DashboardBody);
  for (const id of Object.keys(found)) expect(body).toContain(`"${id}"`);
});
