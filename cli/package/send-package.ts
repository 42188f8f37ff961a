import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { formatBytes } from "../../client/format-bytes.ts";
import { importFormat, isResults } from "../../client/import-format.ts";
import { type Patience, patiently } from "../../client/patiently.ts";
import { headerBytes } from "../../client/table-kind.ts";
import { FileFailure, Stop } from "../failure.ts";
import { putPart } from "../import/put-part.ts";
import { readProblem } from "../scan/read-problem.ts";
import { networkProblem } from "../service/network-problem.ts";
import { type Begun, type ImportRequests, isOver, type PackageFile } from "./imports.ts";

type Deps = {
  readonly requests: Pick<ImportRequests, "begin">;
  readonly patience: Partial<Patience>;
  readonly show: (text: string) => void;
};

/**
 * Reads a file for its size and SHA-256.
 * @throws Stop if it cannot be read
 */
export async function readPackage(file: string): Promise<PackageFile> {
  const hash = createHash("sha256");
  try {
    const { size: bytes } = await stat(file);
    for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 })) hash.update(chunk);
    const filename = path.basename(file).toWellFormed().slice(0, 255);
    const format = importFormat(file, isResults(file) ? await beginningOf(file) : "");
    return { format, filename, bytes, sha256: hash.digest("hex") };
  } catch (error) {
    throw new Stop(`${file}: ${readProblem(file, error)}`);
  }
}

/** The beginning of a file, which is long enough for the first line of a table. */
export async function beginningOf(file: string): Promise<string> {
  return text(createReadStream(file, { end: headerBytes - 1 }));
}

/**
 * Announces a file and sends it, unless an earlier run has sent it.
 * @returns the import, which may be running already
 * @throws Stop if the file does not arrive
 */
export async function sendPackage(file: string, announced: PackageFile, deps: Deps): Promise<Begun> {
  const { requests, patience, show } = deps;
  let begun = await requests.begin(announced);
  let ended: number | undefined;
  while (isOver(begun)) {
    ended = begun.id;
    begun = await requests.begin(announced, ended);
  }
  if (begun.status !== "waiting") return begun;
  const { bytes } = announced;
  let { upload } = begun;
  await patiently<void>(async () => {
    // An address is valid for an hour. The same request then returns a new address.
    const to = upload ?? (await requests.begin(announced, ended)).upload;
    upload = null;
    // The file has arrived before, and the response was lost.
    if (to === null) return { result: undefined };
    let sent = 0;
    const answer = await putPart({ file, at: 0, bytes }, to, (more) => {
      sent += more;
      show(`${formatBytes(sent)} of ${formatBytes(bytes)} are sent.`);
    }).catch((error: unknown) => {
      throw error instanceof FileFailure ? new Stop(`${file}: ${error.message}`) : error;
    });
    if ("broken" in answer) {
      return again("the connection broke", networkProblem(to.url, answer.broken));
    }
    const { status, text } = answer;
    // 412: the same.
    if (status === 200 || status === 412) return { result: undefined };
    if (status === 400 && /BadDigest|Checksum|SHA256/.test(text)) {
      throw new Stop(`${file} has changed while it was read. Import it when it is complete.`);
    }
    return again(`the storage answers ${status}`, `The storage refuses ${file} (status ${status}).`);
  }, patience);
  return begun;
}

function again(reason: string, sentence: string) {
  return {
    again: reason,
    giveUp: () => {
      throw new Stop(`${sentence} Run the same command again.`);
    },
  };
}
