import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import { Email } from "../../../shared/domain/person/email.ts";
import { tableName } from "../../../shared/runtime/env.ts";
import type { Forgotten } from "./forget.ts";
import { openForget } from "./open-forget.ts";

/** Time to finish the changes in progress. */
const reserveMs = 60_000;

const Event = z.strictObject({
  email: Email,
  observers: z._default(z.array(z.string()), []),
  yes: z._default(z.boolean(), false),
});

const { find, forget } = openForget(tableName());

/**
 * The Lambda handler. The event is `{"email": …, "yes": true}`. `"observers": […]` adds other texts that users typed as
 * the person's `observer`. Without `yes`, it only counts the records that it would change.
 */
export async function handler(
  event: unknown,
  context: Pick<Context, "getRemainingTimeInMillis">,
): Promise<Forgotten> {
  const { yes, ...person } = z.parse(Event, event);
  if (yes) return forget(person, () => context.getRemainingTimeInMillis() > reserveMs);
  const { user, annotations } = await find(person);
  const counts = [...annotations.values()].map((ids) => ids.length);
  return { done: false, users: user ? 1 : 0, annotations: counts.reduce((sum, count) => sum + count, 0) };
}
