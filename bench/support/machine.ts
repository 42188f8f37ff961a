import { readFileSync } from "node:fs";
import os from "node:os";

/** The machine and the versions that numbers were measured with. Contains nothing that identifies the machine. */
export function machine(): string {
  const memoryGib = Math.round(os.totalmem() / 2 ** 30);
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  return [
    `${os.cpus().length} cores, ${memoryGib} GiB, ${os.type()} ${os.arch()}, Node ${process.versions.node}`,
    `dynoxide ${optionalDependencies["@dynoxide/linux-x64"]}, AWS SDK ${dependencies["@aws-sdk/client-dynamodb"]}`,
  ].join(", ");
}
