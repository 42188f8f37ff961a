import { readFileSync } from "node:fs";
import path from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { openTable, type Table } from "../../../shared/table/table.ts";
import { runCommand } from "./run-command.ts";

/** Runs a job's command, as `npm run` does, on the stack of this folder. */
export function runJobCommand(dataDir: string, name: string, args: readonly string[] = []) {
  return runCommand([process.execPath, "local/job.ts", name, ...args], { DATA_DIR: dataDir });
}

/** Returns the environment for a job's command on the stack of this folder. */
export function jobEnvironment(dataDir: string, job: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(dataDir, "running.json"), "utf8")).jobs[job];
}

/** Opens the table with a job's grants. */
export function jobTable(dataDir: string, job: string): Table {
  const environment = jobEnvironment(dataDir, job);
  const client = new DynamoDBClient({
    endpoint: environment["AWS_ENDPOINT_URL_DYNAMODB"] ?? "",
    region: environment["AWS_REGION"] ?? "",
    credentials: {
      accessKeyId: environment["AWS_ACCESS_KEY_ID"] ?? "",
      secretAccessKey: environment["AWS_SECRET_ACCESS_KEY"] ?? "",
    },
  });
  return openTable(environment["TABLE_NAME"] ?? "", client);
}
