import { crc32 } from "node:zlib";
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, type ZipFile } from "yauzl";
import { maxRatio } from "../../formats/csv-rows.ts";
import { UnreadableTable } from "../../formats/unreadable-table.ts";
import { UnreadableFile } from "./unreadable-file.ts";
import { type Upload, UploadReader } from "./upload-reader.ts";

/** The files of a zip, by their names with `/` between folders. */
export type ZipEntries = {
  readonly names: ReadonlySet<string>;
  /** @throws UnreadableTable for a file that is damaged */
  readonly open: (name: string) => AsyncGenerator<Uint8Array>;
};

/** Maximum number of files in a zip. Each takes about a kilobyte of memory. */
const mostEntries = 200_000;
/** Maximum size of all files together in bytes. */
const maxUnpacked = 50e9;
/** Unpacked size in bytes up to which any ratio to the size of the upload is allowed. Reading it takes a second. */
const harmlessBytes = 50e6;

/**
 * Maximum size in bytes of what an upload unpacks to. Tables have a ratio of about 10; zips with more than 50 are made to
 * fill disks.
 */
export function maxUnpackedOf({ bytes }: Pick<Upload, "bytes">): number {
  return Math.max(harmlessBytes, bytes * maxRatio);
}

/** Files that operating systems add to folders, and that no program needs. */
const additions = /(^|\/)(__MACOSX\/.*|\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$/i;

/**
 * Reads the directory of a zip and checks it, before anything is unpacked.
 * @throws UnreadableFile
 */
export async function openZip(upload: Upload): Promise<ZipEntries> {
  const reader = new UploadReader(upload);
  /** Errors of yauzl have no type of their own. They mean a damaged zip, unless its bytes could not be read. */
  const blame = (error: unknown): never => {
    if (reader.failure !== undefined) throw reader.failure;
    if (error instanceof UnreadableFile) throw error;
    throw damaged();
  };
  await checkBeginning(upload);
  const options = { autoClose: false, decodeStrings: false };
  const zip = await fromRandomAccessReaderPromise(reader, upload.bytes, options).catch(blame);
  if (zip.entryCount > mostEntries) {
    const [there, most] = [zip.entryCount, mostEntries].map((count) => count.toLocaleString("en"));
    throw new UnreadableFile("too-many-files", `The zip has ${there} files. The maximum is ${most}.`);
  }
  const entries = await checkedEntries(zip, upload.bytes).catch(blame);

  async function* contentOf(name: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(name);
    if (entry === undefined) throw new UnreadableTable("no-table", "is no table.");
    let crc = 0;
    try {
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        crc = crc32(chunk, crc);
        yield chunk;
      }
    } catch {
      if (reader.failure !== undefined) throw reader.failure;
      throw new UnreadableTable("damaged", "is damaged in the zip. Pack the zip again.");
    }
    if (crc !== entry.crc32)
      throw new UnreadableTable("damaged", "is damaged in the zip. Pack the zip again.");
  }

  return {
    names: new Set(entries.keys()),
    open: async function* (name) {
      for await (const chunk of contentOf(name)) {
        upload.mayGoOn();
        yield chunk;
      }
    },
  };
}

async function checkedEntries(zip: ZipFile, bytes: number): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  let [packed, unpacked] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    if (name.endsWith("/") || additions.test(name)) continue;
    checkEntry(entry, name);
    if (entries.has(name)) throw new UnreadableFile("twice", `The zip has two files ${shown(name)}.`);
    entries.set(name, entry);
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    // Files that share their bytes, of which no program for zips makes any.
    if (packed > bytes) throw damaged();
    if (unpacked > maxUnpacked) {
      throw new UnreadableFile(
        "too-large",
        "The files in the zip have more than 50 GB together. Split the package.",
      );
    }
  }
  if (unpacked > maxUnpackedOf({ bytes })) {
    throw new UnreadableFile(
      "bomb",
      `The zip unpacks to more than ${maxRatio} times its size, which no real package of tables and pictures does.`,
    );
  }
  return entries;
}

/** Values in the version and the attributes of a file that was packed by a Unix program (APPNOTE 4.4.2, 4.4.15). */
const unix = 3;
const typeMask = 0o170_000;
const link = 0o120_000;

function checkEntry(entry: Entry, name: string): void {
  if (entry.isEncrypted()) {
    throw new UnreadableFile("encrypted", `The zip has a password. Pack it again without one.`);
  }
  if (entry.versionMadeBy >> 8 === unix && ((entry.externalFileAttributes >>> 16) & typeMask) === link) {
    throw new UnreadableFile("link", `${shown(name)} in the zip is a link. Pack the file itself.`);
  }
  if (!entry.canDecodeFileData()) {
    throw new UnreadableFile(
      "method",
      `${shown(name)} is packed in a way that is not usual for zips (method ${entry.compressionMethod}). Pack the files again, with “Deflate” in 7-Zip.`,
    );
  }
}

/** Returns the name of an entry. Programs on Windows write `\` between folders. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false).replaceAll(
    "\\",
    "/",
  );
  const isUnsafe = /^([a-z]:)?\//i.test(name) || name.split("/").includes("..");
  if (isUnsafe || name.includes("\0")) {
    throw new UnreadableFile(
      "path",
      `The zip has a file ${shown(name)}. Names must lie within the zip: without \`..\` and without a drive or \`/\` before them.`,
    );
  }
  return name;
}

/** First bytes of other types of files. */
const others: readonly (readonly [RegExp, string])[] = [
  [/^1f8b/, "It is a file of gzip or tar."],
  [/^377abcaf271c/, "It is a 7z archive."],
  [/^526172211a07/, "It is a RAR archive."],
  [/^(efbbbf)?\s*7b/, "It is a single JSON file."],
];

async function checkBeginning({ bytes, read }: Upload): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of read(0, Math.min(bytes, 8))) chunks.push(chunk);
  const start = Buffer.concat(chunks).toString("hex");
  if (/^504b0[3567]/.test(start)) return;
  const guess = others.find(([pattern]) => pattern.test(start))?.[1];
  throw new UnreadableFile(
    "no-zip",
    `The file is not a zip.${guess === undefined ? "" : ` ${guess}`} Pack datapackage.json and its tables into one zip, and import that.`,
  );
}

function damaged(): UnreadableFile {
  return new UnreadableFile(
    "damaged",
    "The zip is damaged or incomplete. Open it on your computer to see whether it is whole, then pack and upload it again.",
  );
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 200));
}
