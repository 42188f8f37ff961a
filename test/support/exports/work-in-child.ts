import { importRequests } from "../imports/import-requests.ts";
import { openPlaces } from "./child-places.ts";
import { exportRequests } from "./export-requests.ts";

/**
 * One call of the worker in a process of its own, which a test kills. Arguments: its places, `export` or `import`, and how
 * far this process is in the future, in milliseconds: then the lease of a killed one is over.
 */
const { table, s3, rest } = openPlaces(process.argv.slice(2));
const [kind, aheadMs = "0"] = rest;
const nowMs = () => Date.now() + Number(aheadMs);
const options = { nowMs, pieceSize: 1000, onError: console.error };
await (kind === "import" ? importRequests : exportRequests)(table, s3, options).run();
process.exit();
