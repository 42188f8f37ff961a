import { annotationWriter } from "../../shared/store/annotation/writer.ts";
import { openTable } from "../../shared/table/table.ts";
import { dynamoConflicts } from "../../test/support/dynamo/conflicts.ts";
import type { TestTable } from "../../test/support/dynamo/table.ts";
import { judged } from "./cost.ts";
import type { DataSet } from "./data-set.ts";
import { createdId, newIdempotency } from "./idempotency.ts";
import { sentTransactions } from "./sent-transactions.ts";
import { at, withElevenTerms } from "./write-cases.ts";

export type ConflictRow = Awaited<ReturnType<typeof measure>>;

/** Maximum number of retries for each create. */
const budgets = { "many streams": 0.2, "one stream": 0.5 } as const;

/**
 * Measures the conflicts between writers of annotations. Transactions take at least 25 ms and conflict as on AWS. A retry
 * is a transaction that is sent again.
 */
export async function measureConflicts(
  database: TestTable,
  data: DataSet,
  createsEach: number,
): Promise<readonly ConflictRow[]> {
  const rows: ConflictRow[] = [];
  for (const where of ["many streams", "one stream"] as const)
    for (const clients of [1, 8, 32]) rows.push(await measure(database, data, where, clients, createsEach));
  return rows;
}

async function measure(
  database: TestTable,
  data: DataSet,
  where: keyof typeof budgets,
  clients: number,
  createsEach: number,
) {
  const connection = database.connect();
  const conflicts = dynamoConflicts();
  const sent = sentTransactions(connection);
  conflicts.addTo(connection);
  const table = openTable(database.table.name, connection);
  const writer = annotationWriter(table);
  const create = async (i: number) => {
    const like = at(data.annotations, where === "one stream" ? 0 : i * 104_729);
    createdId(await writer.create(async () => withElevenTerms(like, data), newIdempotency()));
  };
  const client = async (_: unknown, number: number) => {
    for (let i = 0; i < createsEach; i++) await create(number * createsEach + i);
  };
  const startMs = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - startMs) / 1000;

  const creates = clients * createsEach;
  const retries = Math.round((1000 * (sent.count - creates)) / creates) / 1000;
  return {
    "annotations of": where,
    clients,
    creates,
    "retries per create": retries,
    ...judged(retries, budgets[where]),
    conflicts: conflicts.met.transactions,
    "creates per second": Math.round(creates / seconds),
  };
}
