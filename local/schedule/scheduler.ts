import type { LambdaService } from "../lambda/lambda-service.ts";
import { parseJson } from "../parse-json.ts";
import type { Schedule } from "../template/schedules.ts";

type Invocation = Awaited<ReturnType<LambdaService["invoke"]>>;

/** Maximum delay of a timer, 24.8 days. Schedules with longer periods get no timer, because Node would fire it at once. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Starts the timers of all enabled schedules, as EventBridge does. Periods begin when the local stack starts.
 * @throws Error that names the schedule if its expression is not `rate(...)`, or if its input is not JSON or has context
 * attributes (EventBridge Scheduler User Guide, "Adding context attributes"), which nothing here replaces
 */
export function startScheduler(schedules: readonly Schedule[], invoke: LambdaService["invoke"]) {
  for (const { name, input } of schedules) {
    if (parseJson(input) !== undefined && !input.includes("<aws.scheduler.")) continue;
    throw new Error(`Schedule ${name}: its input must be JSON without context attributes.`);
  }
  const call = ({ functionName, input }: Schedule): Promise<Invocation> =>
    invoke(functionName, JSON.parse(input));
  const enabled = schedules
    .map((schedule) => ({ schedule, periodMs: ratePeriodMs(schedule) }))
    .filter(({ schedule, periodMs }) => schedule.enabled && periodMs <= maxTimerMs);
  const timers = enabled.map(({ schedule, periodMs }) =>
    setInterval(() => void call(schedule), periodMs).unref(),
  );
  return {
    /** Calls the targets of this schedule now, even if it is disabled. Rejects if the name is unknown. */
    fire: async (name: string): Promise<Invocation[]> => {
      const named = schedules.filter((schedule) => schedule.name === name || schedule.logicalId === name);
      const names = schedules.map((schedule) => schedule.name).join(", ");
      if (named.length === 0) throw new Error(`Unknown schedule ${name}. Schedules are: ${names || "none"}.`);
      return await Promise.all(named.map(call));
    },
    /** Calls the targets of all enabled every-minute schedules at once. On AWS they would wait for the full minute. */
    fireMinutely: (): void => {
      for (const { schedule, periodMs } of enabled) if (periodMs === 60_000) void call(schedule);
    },
    /** Stops firing. Does not wait for calls that are running. */
    stop: (): void => {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/**
 * Returns the period of an expression such as `rate(5 minutes)`, in milliseconds (EventBridge Scheduler User Guide,
 * "Rate-based schedules").
 */
export function ratePeriodMs({ name, expression }: Pick<Schedule, "name" | "expression">): number {
  const [, amount, unit] = /^rate\(\s*([1-9]\d*) (minute|hour|day)s?\s*\)$/.exec(expression) ?? [];
  const unitMs = unit === "minute" ? 60_000 : unit === "hour" ? 3_600_000 : 86_400_000;
  if (amount === undefined)
    throw new Error(`Schedule ${name}: the local stack supports only rate(...), not ${expression}.`);
  return Number(amount) * unitMs;
}
