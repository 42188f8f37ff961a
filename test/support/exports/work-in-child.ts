import { importRequests } from "../imports/import-requests.ts";
import { openPlaces } from "./child-places.ts";
import { exportRequests } from "./export-requests.ts";

/**
 * Calls the worker once, in a separate process that a test can kill. Arguments: those of `childPlaces`, `export` or
 * `import`, and the time in milliseconds by which this process's clock is ahead, so that the lease of a killed worker has
 * expired.
 */
const { table, s3, rest } = openPlaces(process.argv.slice(2));
const [kind, aheadMs = "0"] = rest;
const nowMs = () => Date.now() + Number(aheadMs);
const options = { nowMs, pieceSize: 1000, onError: console.error };
await (kind === "import" ? importRequests : exportRequests)(table, s3, options).run();
process.exit();
