import * as z from "zod/mini";
import { newMediaType } from "../../../domain/stream/media-type.ts";
import type { Finding } from "../../finding.ts";
import { keptOf, maxIdBytes } from "../../fit.ts";
import { type GoodRow, inRow, type Mapped, refused } from "../../row-finding.ts";
import { missingFileAddress } from "../stand-in.ts";
import { mediaColumns } from "../standard.ts";
import type { MadeAddress, MadeStream } from "./made.ts";
import type { PackageFiles } from "./package-info.ts";
import { idRule } from "./sources.ts";

const held: ReadonlySet<string> = new Set(["deploymentID", "timestamp", "fileMediatype"]);
const keptColumns = mediaColumns.filter((column) => !held.has(column));

/** Cells that an export would fill in unless the record says that the package left them empty. */
const emptyCells = { captureMethod: "", fileName: "" };

const maxAddress = 2048;

/** Makes a stream from a media file. Its end is its start until the caller knows the end of its last observation. */
export function streamOf(row: GoodRow, files: Omit<PackageFiles, "open">): Mapped<MadeStream> {
  const { mediaID = "", deploymentID = "", timestamp = "", filePath = "", fileMediatype = "" } = row.cells;
  if (Buffer.byteLength(mediaID) > maxIdBytes) return refused(row, "mediaID", "too-long", idRule("mediaID"));
  const { address, findings: atAddress } = addressOf(row, filePath, files);
  const { kept, findings } = keptOf({ ...row, cells: { ...emptyCells, ...row.cells } }, keptColumns);
  const mediaType = z.safeParse(newMediaType.media_type, fileMediatype);
  const known = mediaType.success ? mediaType.data : undefined;
  const startMs = Date.parse(timestamp);
  return {
    made: {
      key: mediaID,
      source: deploymentID,
      startMs,
      endMs: startMs,
      size: "file" in address ? files.sizeOf?.(address.file) : undefined,
      mediaType: known,
      address,
      camtrapDp: known === undefined ? { ...kept, fileMediatype } : kept,
    },
    findings: [...atAddress, ...findings],
  };
}

/**
 * Returns the address or path of a media row's file. A file that cannot be opened gets an address that never exists.
 */
function addressOf(
  row: GoodRow,
  filePath: string,
  { has }: Pick<PackageFiles, "has">,
): { readonly address: MadeAddress; readonly findings: readonly Finding[] } {
  const nowhere = (code: string, message: string) => ({
    address: { url: missingFileAddress(filePath) },
    findings: [inRow(row, "filePath", "warning", code, message)],
  });
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(filePath)) {
    const url = URL.parse(filePath);
    const isOpen = url?.protocol === "https:" && url.username === "" && url.password === "";
    if (isOpen && filePath.length <= maxAddress) return { address: { url: filePath }, findings: [] };
    return nowhere(
      "address",
      `The file cannot be opened: its address must begin with https: and have at most ${maxAddress} characters, without a password.`,
    );
  }
  // Programs on Windows write \ between folders.
  const paths = [filePath, filePath.replaceAll("\\", "/"), decoded(filePath)];
  const found = paths.find(has);
  if (found !== undefined) return { address: { file: found }, findings: [] };
  return nowhere("no-file", "The file is not in the package. Its observations are imported without it.");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
