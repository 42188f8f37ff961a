import { expect, test } from "vitest";
import { zipped } from "../../../shared/work/zip.ts";
import { unzip } from "../../support/unzip.ts";

async function* bytesOf(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function zipOf(entries: Parameters<typeof zipped>[0], ms = 1e12): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipped(entries, ms)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const entries = [
  { name: "a.csv", content: () => bytesOf("id,é\n", "1,🦊\n") },
  { name: "empty.csv", content: () => bytesOf() },
];

test("a zip contains its files, and its bytes depend only on the files and the time", async () => {
  const zip = await zipOf(entries);
  expect(unzip(zip)).toEqual({ "a.csv": "id,é\n1,🦊\n", "empty.csv": "" });
  expect(await zipOf(entries)).toEqual(zip);
  expect(await zipOf(entries, 2e12)).not.toEqual(zip);
});

test("an error while a file's content is read ends the zip with that error", async () => {
  async function* broken() {
    yield Buffer.from("half");
    throw new Error("The piece is missing");
  }
  await expect(zipOf([...entries, { name: "b.csv", content: broken }])).rejects.toThrow(
    "The piece is missing",
  );
});

test("stopping before the end of a zip leaves no file open", async () => {
  let closed = 0;
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(1 << 16, Math.random().toString());
    } finally {
      closed += 1;
    }
  }
  for await (const _ of zipped([{ name: "a.csv", content: endless }], 0)) break;
  await expect.poll(() => closed).toBe(1);
});
