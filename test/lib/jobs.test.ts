import { afterAll, describe, expect, test } from "vitest";
import { jobs } from "../../lib/jobs.ts";
import { expectedGrants, synthesised } from "./synthesised.ts";

const { resources, ofType, functionOf, grantsOf, remove } = synthesised();
afterAll(remove);

describe("jobs", () => {
  test.each(jobs)(
    "the role of $name has exactly the permissions in lib/jobs.ts, and may send dead letters if the job has a schedule",
    (job) => {
      const more = job.schedule ? [["sqs:SendMessage", "dead letters"]] : [];
      expect(grantsOf(job.summary)).toEqual([...expectedGrants(job), ...more].sort());
    },
  );

  test.each(jobs)(
    "the function of $name has the tag, the environment variables and the timeout of its job",
    (job) => {
      const [, { Properties }] = functionOf(job.summary);
      expect(Properties["Tags"]).toEqual([{ Key: "job", Value: job.name }]);
      expect(Object.keys((Properties["Environment"] as { Variables: object }).Variables)).toEqual([
        "POWERTOOLS_SERVICE_NAME",
        "LOG_LEVEL",
        "TABLE_NAME",
        ...(job.variables ?? []),
      ]);
      expect(Properties["Timeout"]).toBe((job.timeoutMinutes ?? 15) * 60);
    },
  );

  test.each(jobs)("nothing calls $name except its schedule, if it has one", ({ summary, schedule }) => {
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

  test("only the jobs verify-index and reindex may scan the table", () => {
    const scanners = ofType("AWS::IAM::Role").filter(([, role]) =>
      /dynamodb:(Scan|\*)/.test(JSON.stringify(role)),
    );
    expect(scanners.map(([id]) => id.replace(/Role.*/, "")).sort()).toEqual([
      "JobsReindex",
      "JobsVerifyIndex",
    ]);
  });
});
