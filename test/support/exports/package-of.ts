import type { S3Client } from "@aws-sdk/client-s3";
import type { Table } from "../../../shared/table/table.ts";
import type { PackageTexts } from "../formats/write-package.ts";
import { unzip } from "../unzip.ts";
import { exportRequests } from "./export-requests.ts";
import { ann } from "./export-world.ts";

/** Exports a whole table as a Camtrap DP package, with names and exact coordinates. Returns the texts of its files. */
export async function packageOf(table: Table, s3: S3Client, more = {}): Promise<PackageTexts> {
  const options = { people: "names", coordinates: "exact", machine: "all", ...more };
  const requests = exportRequests(table, s3, { pieceSize: 500 });
  const { id } = (await requests.create({ format: "camtrap-dp", options }, ann)).body;
  await requests.run();
  const [file] = (await requests.get(id, ann)).body.files;
  return unzip(new Uint8Array(await (await fetch(file?.url ?? "")).arrayBuffer()));
}
