import { afterAll, describe, expect, test } from "vitest";
import { jobs } from "../../lib/jobs.ts";
import { saidBy, synthesised } from "./synthesised.ts";

const { resources, ofType, functionOf, grantsOf, remove } = synthesised();
afterAll(remove);

describe("jobs", () => {
  test.each(jobs)("$name may do with table, media and dead letters just what its row says", (job) => {
    const more = job.schedule ? [["sqs:SendMessage", "dead letters"]] : [];
    expect(grantsOf(job.summary)).toEqual([...saidBy(job), ...more].sort());
  });

  test.each(jobs)("$name has its name as a tag, its environment and its time", (job) => {
    const [, { Properties }] = functionOf(job.summary);
    expect(Properties["Tags"]).toEqual([{ Key: "job", Value: job.name }]);
    expect(Object.keys((Properties["Environment"] as { Variables: object }).Variables)).toEqual([
      "POWERTOOLS_SERVICE_NAME",
      "LOG_LEVEL",
      "TABLE_NAME",
      ...(job.variables ?? []),
    ]);
    expect(Properties["Timeout"]).toBe((job.timeoutMinutes ?? 15) * 60);
  });

  test.each(jobs)("nothing leads to $name but its schedule, if it has one", ({ summary, schedule }) => {
    const [id] = functionOf(summary);
    const referring = Object.entries(resources).flatMap(([key, resource]) =>
      key !== id && JSON.stringify(resource).includes(`"${id}"`) ? [resource.Type] : [],
    );
    expect(referring.sort()).toEqual(
      schedule
        ? [
            "AWS::CloudWatch::Alarm",
            "AWS::CloudWatch::Alarm",
            "AWS::IAM::Policy",
            "AWS::Lambda::EventInvokeConfig",
            "AWS::Scheduler::Schedule",
          ]
        : [],
    );
  });

  test("nothing else may scan the table", () => {
    const scanners = ofType("AWS::IAM::Role").filter(([, role]) =>
      /dynamodb:(Scan|\*)/.test(JSON.stringify(role)),
    );
    expect(scanners.map(([id]) => id.replace(/Role.*/, "")).sort()).toEqual([
      "JobsReindex",
      "JobsVerifyIndex",
    ]);
  });
});
