import { startTable } from "../test/support/dynamo/table.ts";
import { measureRounds, overBudget } from "./support/measure-rounds.ts";
import { printTable } from "./support/print-table.ts";
import { roundCases } from "./support/round-cases.ts";
import { startFunctions } from "./support/round-functions.ts";

/**
 * How many rounds of store requests follow one another in each endpoint: `npm run bench:rounds`. The first call of a
 * caller in a container, and the next one. Fails when a call exceeds its budget.
 */
const database = await startTable();
const functions = await startFunctions(database);
try {
  const rows = [];
  for (const each of roundCases) rows.push(await measureRounds(functions, each));
  printTable(rows.map(({ row }) => row));
  const over = rows.flatMap((each) => overBudget(each) ?? []);
  for (const each of over) console.error(`\nOver budget: ${each}.`);
  if (over.length > 0) process.exitCode = 1;
} finally {
  await functions.close();
  await database.close();
}
