import { dynamoMeter } from "../../test/support/dynamo/meter.ts";
import { openPlaces } from "../../test/support/exports/child-places.ts";
import { ben } from "../../test/support/exports/export-world.ts";
import { importRequests } from "../../test/support/imports/import-requests.ts";

/**
 * Works on an import in a process of its own, so that the memory of the process is the memory of the worker. Prints the
 * cost, the time and the memory as JSON. Arguments: the places of the database and the storage, and the import's id.
 */
const { client, table, s3, rest } = openPlaces(process.argv.slice(2));
const [id] = rest;
const meter = dynamoMeter();
meter.addTo(client);
const options = { pieceSize: 1000, onError: console.error };
const requests = importRequests(table, s3, options);
const startMs = performance.now();
await requests.run();
const ms = Math.round(performance.now() - startMs);
const { rcu, wcu } = meter;
const { status, counts } = (await requests.get(Number(id), ben)).body;
const memoryMegabytes = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ status, made: counts.annotations.made, rcu, wcu, ms, memoryMegabytes }));
client.destroy();
s3.destroy();
