import * as z from "zod/mini";
import type { LambdaFunction } from "./functions.ts";
import type { Resources } from "./resources.ts";

/** An `AWS::Scheduler::Schedule`. */
export type Schedule = {
  logicalId: string;
  name: string;
  /** `rate(...)` or `cron(...)`, as written in the template. */
  expression: string;
  enabled: boolean;
  functionName: string;
  /** JSON text of the event. */
  input: string;
};

/** @throws Error that names the resource, if its target is not a function of this stack, or has no input */
export function readSchedules(resources: Resources, functions: readonly LambdaFunction[]): Schedule[] {
  return resources.ofType("AWS::Scheduler::Schedule").map((logicalId) => {
    const { ScheduleExpression, State, Target } = resources.read(logicalId, ScheduleProperties);
    const target = functions.find(({ arn }) => arn === Target.Arn);
    if (!target) throw resources.error(logicalId, `its target ${Target.Arn} is not a function of this stack`);
    return {
      logicalId,
      name: resources.ref(logicalId),
      expression: ScheduleExpression,
      enabled: State === "ENABLED",
      functionName: target.name,
      input: Target.Input,
    };
  });
}

const ScheduleProperties = z.object({
  ScheduleExpression: z.string(),
  State: z._default(z.string(), "ENABLED"),
  Target: z.object({ Arn: z.string(), Input: z.string() }),
});
