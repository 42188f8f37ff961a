import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openZip } from "../../../../shared/transfer/imports/zip-entries.ts";
import { uploadOf } from "../../../support/imports/upload-of.ts";
import { zipOf } from "../../../support/imports/zip-of.ts";

const opened = async (bytes: Uint8Array) => openZip(uploadOf(bytes));

async function textOf(bytes: Uint8Array, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await opened(bytes)).open(name)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Returns a zip in which a text, such as a name, is replaced by a text of the same length. */
async function withText(names: readonly string[], before: string, after: string): Promise<Uint8Array> {
  const zip = await zipOf(Object.fromEntries(names.map((name) => [name, `content of ${name}`])));
  return Buffer.from(Buffer.from(zip).toString("latin1").replaceAll(before, after), "latin1");
}

/** Returns a zip with one file and a changed entry for it in the directory (APPNOTE 4.3.12). */
async function withEntry(change: (entry: Buffer) => void, content = "text"): Promise<Uint8Array> {
  const zip = Buffer.from(await zipOf({ "a.csv": content }));
  change(zip.subarray(zip.indexOf("PK\x01\x02", 0, "latin1")));
  return zip;
}

describe("a zip", () => {
  test("lists its files, without files that operating systems add", async () => {
    const zip = await zipOf({
      "p/datapackage.json": "{}",
      "p/media/a.jpg": "picture",
      "__MACOSX/p/._datapackage.json": "x",
      "p/.DS_Store": "x",
      "p/media/Thumbs.db": "x",
      "p/._media.csv": "x",
      "desktop.ini": "x",
    });
    expect([...(await opened(zip)).names]).toEqual(["p/datapackage.json", "p/media/a.jpg"]);
    expect(await textOf(zip, "p/datapackage.json")).toBe("{}");
  });

  test("from Windows lists its files in folders", async () => {
    const zip = await withText(["p/a.csv"], "p/a.csv", "p\\a.csv");
    expect(await textOf(zip, "p/a.csv")).toBe("content of p/a.csv");
  });

  test("of hundreds of files is read in few requests", async () => {
    const names = Array.from({ length: 500 }, (_, i) => [`media/${i}.jpg`, ""]);
    const zip = await zipOf(Object.fromEntries(names));
    let requests = 0;
    const upload = uploadOf(zip);
    const { names: found } = await openZip({
      ...upload,
      read: (start, end) => {
        requests += 1;
        return upload.read(start, end);
      },
    });
    expect(found.size).toBe(500);
    expect(requests).toBeLessThan(6);
  });

  test("that cannot be fetched does not count as damaged", async () => {
    const upload = uploadOf(await zipOf({ "a.csv": "text" }));
    const broken = new Error("S3 is away");
    const read = (start: number, end: number) => {
      if (end > 8) throw broken;
      return upload.read(start, end);
    };
    await expect(openZip({ ...upload, read })).rejects.toBe(broken);
  });

  test.each<[string, () => Promise<Uint8Array> | Uint8Array, RegExp]>([
    [
      "a name that leads out of the zip",
      () => withText(["xx/a.csv"], "xx/a.csv", "../a.csv"),
      /must lie within the zip/,
    ],
    ["an absolute name", () => withText(["xx/a.csv"], "xx/a.csv", "/x/a.csv"), /must lie within the zip/],
    [
      "a name with a drive letter",
      () => withText(["xx/a.csv"], "xx/a.csv", "c:\\a.csv"),
      /must lie within the zip/,
    ],
    ["the same name twice", () => withText(["a.csv", "b.csv"], "b.csv", "a.csv"), /two files "a.csv"/],
    [
      "a password",
      () => withEntry((entry) => entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8)),
      /has a password/,
    ],
    ["a link", () => withEntry((entry) => entry.writeUInt32LE((0o120_777 << 16) >>> 0, 38)), /is a link/],
    [
      "an unusual compression method",
      () => withEntry((entry) => entry.writeUInt16LE(14, 10)),
      /Pack the files again/,
    ],
    [
      "a decompression bomb",
      () => withEntry((entry) => entry.writeUInt32LE(0xf000_0000, 24)),
      /unpacks to more than 50 times its size/,
    ],
    [
      "its end missing",
      async () => (await zipOf({ "a.csv": "text" })).subarray(0, 60),
      /damaged or incomplete/,
    ],
    [
      "a wrong directory",
      () => withText(["a.csv"], "PK\u0001\u0002", "PK\u0001\u0003"),
      /damaged or incomplete/,
    ],
    ["gzip data instead of zip data", () => gzipSync("x"), /is not a zip. It is a file of gzip/],
    ["JSON instead of zip data", () => Buffer.from('{"name": 1}'), /is not a zip. It is a single JSON file/],
    [
      "a 7z archive instead of zip data",
      () => Buffer.from("377abcaf271c0004", "hex"),
      /is not a zip. It is a 7z archive/,
    ],
    [
      "a table instead of zip data",
      () => Buffer.from("deploymentID,latitude"),
      /is not a zip. Pack datapackage.json/,
    ],
    ["one letter instead of zip data", () => Buffer.from("x"), /is not a zip/],
  ])("with %s is refused with a sentence that says why", async (_, make, message) => {
    const error = await opened(await make()).catch((refused: unknown) => refused);
    expect(error).toMatchObject({ code: expect.any(String), message: expect.stringMatching(message) });
  });

  test.each<[string, () => Promise<Uint8Array>]>([
    ["bytes that differ from the checksum", () => withEntry((entry) => entry.writeUInt32LE(7, 16))],
    ["more bytes than declared", () => withEntry((entry) => entry.writeUInt32LE(3, 24))],
    ["a file at a wrong offset", () => withEntry((entry) => entry.writeUInt32LE(9, 42))],
  ])("with %s is reported as damaged", async (_, make) => {
    await expect(textOf(await make(), "a.csv")).rejects.toMatchObject({ code: "damaged" });
  });
});
