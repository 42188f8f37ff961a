import { randomUUID } from "node:crypto";
import type { LambdaService } from "../lambda/lambda-service.ts";
import type { Schedule } from "../template/schedules.ts";

/** Fires the template's schedules as EventBridge does, counted from the start of the local stack. */
export type Scheduler = {
  /** Calls the targets of this schedule now, enabled or not. Rejects with an `Error` when there is none. */
  fire: (name: string) => Promise<Invocation[]>;
  /** Fires no more. Calls that are running are left to themselves. */
  stop: () => void;
};

type Invocation = Awaited<ReturnType<LambdaService["invoke"]>>;

/** A timer that is set to more fires at once; nobody keeps a local stack running for so long (24.8 days). */
const longestTimerMs = 2 ** 31 - 1;

/** Throws an `Error` that names the schedule for an expression that is not `rate(...)`, or input that is not JSON. */
export function startScheduler(
  schedules: readonly Schedule[],
  invoke: LambdaService["invoke"],
  place: { accountId: string; region: string },
): Scheduler {
  for (const { name, input } of schedules) {
    if (input !== undefined && !isJson(input)) throw new Error(`Schedule ${name}: its input is not JSON`);
  }
  const call = (schedule: Schedule): Promise<Invocation> =>
    invoke(schedule.functionName, eventOf(schedule, new Date().toISOString().replace(/\.\d+/, ""), place));
  const timers = schedules
    .map((schedule) => ({ schedule, periodMs: ratePeriodMs(schedule) }))
    .filter(({ schedule, periodMs }) => schedule.enabled && periodMs <= longestTimerMs)
    .map(({ schedule, periodMs }) => setInterval(() => void call(schedule), periodMs).unref());
  return {
    fire: async (name) => {
      const named = schedules.filter((schedule) => schedule.name === name || schedule.logicalId === name);
      const names = schedules.map((schedule) => schedule.name).join(", ");
      if (named.length === 0) throw new Error(`There is no schedule ${name}. There is: ${names || "none"}.`);
      return await Promise.all(named.map(call));
    },
    stop: () => {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** The period of `rate(5 minutes)`, in milliseconds (EventBridge Scheduler User Guide, "Rate-based schedules"). */
export function ratePeriodMs({ name, expression }: Pick<Schedule, "name" | "expression">): number {
  const [, amount, unit] = /^rate\(\s*([1-9]\d*) (minute|hour|day)s?\s*\)$/.exec(expression) ?? [];
  const unitMs = unit === "minute" ? 60_000 : unit === "hour" ? 3_600_000 : 86_400_000;
  if (amount === undefined)
    throw new Error(`Schedule ${name}: the local stack knows rate(...) only, not ${expression}`);
  return Number(amount) * unitMs;
}

/** The target's own input, or the notification that both services send instead. */
function eventOf(schedule: Schedule, time: string, place: { accountId: string; region: string }): unknown {
  const id = randomUUID();
  if (schedule.input === undefined) {
    return {
      version: "0",
      id,
      "detail-type": "Scheduled Event",
      source: schedule.source,
      account: place.accountId,
      time,
      region: place.region,
      resources: [schedule.arn],
      detail: schedule.source === "aws.events" ? {} : "{}",
    };
  }
  // EventBridge Scheduler User Guide, "Adding context attributes"; EventBridge rules leave them as they are.
  const attributes = {
    "scheduled-time": time,
    "schedule-arn": schedule.arn,
    "execution-id": id,
    "attempt-number": "1",
  };
  return JSON.parse(
    Object.entries(attributes).reduce(
      (input, [name, value]) =>
        schedule.source === "aws.scheduler" ? input.replaceAll(`<aws.scheduler.${name}>`, value) : input,
      schedule.input,
    ),
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
