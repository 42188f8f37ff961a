import * as z from "zod/mini";
import type { LambdaFunction } from "./functions.ts";
import type { Resources } from "./resources.ts";

/** One target of an `AWS::Scheduler::Schedule` or a scheduled `AWS::Events::Rule`. */
export type Schedule = {
  logicalId: string;
  name: string;
  arn: string;
  /** The service that fires the schedule. The event for a target without input has this service as its `source`. */
  source: "aws.scheduler" | "aws.events";
  /** `rate(...)` or `cron(...)`, as written in the template. */
  expression: string;
  enabled: boolean;
  functionName: string;
  /** JSON text of the event. `undefined`: the service's default notification. */
  input: string | undefined;
};

/** @throws Error that names the resource, if it has no schedule or its target is not a function of this stack */
export function readSchedules(resources: Resources, functions: readonly LambdaFunction[]): Schedule[] {
  const schedule = (
    logicalId: string,
    source: Schedule["source"],
    properties: { ScheduleExpression: string; State: string },
    target: z.output<typeof Target>,
  ): Schedule => {
    const targetFunction = functions.find(({ arn }) => arn === target.Arn);
    if (!targetFunction)
      throw resources.error(logicalId, `its target ${target.Arn} is not a function of this stack`);
    return {
      logicalId,
      name: resources.ref(logicalId),
      arn: resources.arn(logicalId),
      source,
      expression: properties.ScheduleExpression,
      enabled: properties.State === "ENABLED",
      functionName: targetFunction.name,
      input: target.Input,
    };
  };
  return [
    ...resources.ofType("AWS::Scheduler::Schedule").map((logicalId) => {
      const properties = resources.read(logicalId, ScheduleProperties);
      return schedule(logicalId, "aws.scheduler", properties, properties.Target);
    }),
    ...resources.ofType("AWS::Events::Rule").flatMap((logicalId) => {
      const properties = resources.read(logicalId, RuleProperties);
      return properties.Targets.map((target) => schedule(logicalId, "aws.events", properties, target));
    }),
  ];
}

const Target = z.object({ Arn: z.string(), Input: z.optional(z.string()) });
const timing = { ScheduleExpression: z.string(), State: z._default(z.string(), "ENABLED") };
const ScheduleProperties = z.object({ ...timing, Target });
const RuleProperties = z.object({ ...timing, Targets: z._default(z.array(Target), []) });
