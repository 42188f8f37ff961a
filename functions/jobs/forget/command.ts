import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { deletedName } from "../../../shared/domain/person/display-name.ts";
import { Email } from "../../../shared/domain/person/email.ts";

import { tableName } from "../../../shared/runtime/env.ts";
import type { Person, PersonalData } from "./forget.ts";
import { openForget } from "./open-forget.ts";

/** Time between two progress lines. */
const progressMs = 5000;

try {
  await runCommand();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function runCommand(): Promise<void> {
  const { table, person, yes } = readArgs();
  const { find, forget } = openForget(table);
  const found = await find(person);
  console.log(describeFound(found));
  if (!yes)
    return console.log("Nothing was changed. To delete these data, run the command again with --yes.");
  if (found.user && !found.user.disabled)
    console.error("Waiting 30 seconds for the user's running requests …");
  let replaced = 0;
  const progress = setInterval(() => console.error(`${replaced} annotations so far …`), progressMs);
  try {
    const { users, annotations } = await forget(
      person,
      () => true,
      (count) => {
        replaced = count;
      },
    );
    console.log(`Erased: ${users} users. Replaced: the observer of ${annotations} annotations.`);
  } finally {
    clearInterval(progress);
  }
}

function describeFound({ user, annotations }: PersonalData): string {
  const access = user?.disabled ? "deleted" : user?.role;
  return [
    user
      ? `User ${user.id} (${access}), "${user.displayName}": address, name and role will be deleted. Annotations and votes are kept, with the name "${deletedName}".`
      : "No user has this address.",
    ...[...annotations].map(
      ([text, ids]) =>
        `Observer "${text}" of ${ids.length} annotations: will be replaced by "${deletedName}".`,
    ),
  ].join("\n");
}

/** @throws Error with a message for the operator */
function readArgs(): { readonly table: string; readonly person: Person; readonly yes: boolean } {
  const { values } = parseArgs({
    options: {
      table: { type: "string" },
      email: { type: "string" },
      observer: { type: "string", multiple: true, default: [] },
      yes: { type: "boolean", default: false },
    },
  });
  const email = z.safeParse(Email, values.email);
  if (!email.success)
    throw new Error("--email must be the person's e-mail address, such as chi@example.org.");
  const person = { email: email.data, observers: values.observer };
  return { table: values.table ?? tableName(), person, yes: values.yes };
}
