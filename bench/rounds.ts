import { startTable } from "../test/support/dynamo/table.ts";
import { measureRounds, overBudget } from "./support/measure-rounds.ts";
import { printTable } from "./support/print-table.ts";
import { roundCases } from "./support/round-cases.ts";
import { startFunctions } from "./support/round-functions.ts";

/**
 * `npm run bench:rounds` counts the calls of each endpoint to the database, and the rounds of calls that wait for one
 * another, for the first call of a caller in a container and for the next one. Exits with 1 when a call exceeds a budget.
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
