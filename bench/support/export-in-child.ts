import { dynamoMeter } from "../../test/support/dynamo/meter.ts";
import { openPlaces } from "../../test/support/exports/child-places.ts";
import { exportRequests } from "../../test/support/exports/export-requests.ts";
import { ann } from "../../test/support/exports/export-world.ts";

/**
 * Exports a whole table in a process of its own, so that the memory of the process is the memory of the worker. Prints
 * the cost and the time of each part as JSON. Arguments: the places of the database and the storage, and the format.
 */
const { client, table, s3, rest } = openPlaces(process.argv.slice(2));
const [format = "csv"] = rest;
const meter = dynamoMeter();
meter.addTo(client);

const requests = exportRequests(table, s3, {
  pieceSize: 5000,
  onError: console.error,
});

const selection = await measured(() =>
  requests.create({ format, options: format === "csv" ? {} : { machine: "all" } }, ann),
);
const { id } = selection.result.body;
const work = await measured(() => requests.run());
const { body } = await requests.get(id, ann);
const { maxRSS } = process.resourceUsage();
console.log(
  JSON.stringify({
    selection: { rcu: selection.rcu, ms: selection.ms },
    work: { rcu: work.rcu, ms: work.ms },
    memoryMegabytes: Math.round(maxRSS / 1024),
    status: body.status,
    rows: body.counts.rows,
    bytes: body.files[0]?.bytes ?? 0,
  }),
);
client.destroy();
s3.destroy();

async function measured<T>(run: () => Promise<T>) {
  meter.reset();
  const startMs = performance.now();
  const result = await run();
  return { result, rcu: meter.rcu, ms: Math.round(performance.now() - startMs) };
}
