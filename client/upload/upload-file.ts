import type { Api } from "../api.ts";
import type { Patience } from "../patiently.ts";
import { beginUpload, type NewUpload } from "./begin-upload.ts";
import { type Completed, completeUpload } from "./complete-upload.ts";
import { inParallel } from "./in-parallel.ts";
import type { Part } from "./part.ts";
import { type Put, partSender } from "./send-part.ts";

/** Number of parts of one file that are sent at the same time. */
const partsAtOnce = 3;

type Deps = {
  readonly api: Api;
  readonly put: Put;
  readonly patience: Partial<Patience> & Pick<Patience, "sleep">;
  /** True if the camera seems to have the file. */
  readonly seemsThere?: boolean;
  /** Called with the number of bytes that an earlier run has sent. */
  readonly onFound: (bytes: number) => void;
  /** Called with numbers of sent bytes. A negative number subtracts bytes that did not arrive. */
  readonly onSent: (bytes: number) => void;
  /** Throws if the file is not the one that was read. */
  readonly requireUnchanged?: () => Promise<void>;
  readonly signal?: AbortSignal;
};

/**
 * Uploads a file. Continues from the state in which an earlier run left it.
 * @throws Refusal, SendFailure, and the errors of `put` and `requireUnchanged`
 */
export async function uploadFile(
  file: NewUpload,
  parts: readonly Part[],
  { api, put, patience, seemsThere = false, onFound, onSent, requireUnchanged, signal }: Deps,
): Promise<Completed> {
  const begun = await beginUpload(api, file, { seemsThere, signal });
  if ("stream" in begun) return { kind: "there", ...begun };
  const { id, received } = begun;
  const missing =
    received === "all" ? [] : parts.filter(({ number, sha256 }) => received.get(number) !== sha256);
  onFound(file.bytes - missing.reduce((sum, { bytes }) => sum + bytes, 0));
  const sendPart = partSender({ api, put, patience, signal });
  await inParallel(missing, partsAtOnce, (part) => sendPart(id, part, onSent));
  await requireUnchanged?.();
  return completeUpload(api, id, parts, { sleep: patience.sleep, signal });
}
