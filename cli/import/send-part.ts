import type { Api } from "../../client/api.ts";
import { type Patience, patiently } from "../../client/patiently.ts";
import { FileFailure, Stop } from "../failure.ts";
import { dataOf } from "../service/answer.ts";
import { networkProblem } from "../service/network-problem.ts";
import { changed, type Part } from "./fingerprint.ts";
import { type Place, putPart } from "./put-part.ts";

/** Signs and sends parts of an upload. A part that did not arrive is signed and sent again. */
export function partSender(api: Api, patience: Partial<Patience>) {
  /** @param onBytes told what was sent; a negative number when it did not arrive */
  return (id: number, part: Part, place: Place, onBytes: (bytes: number) => void): Promise<void> =>
    patiently<void>(async () => {
      const signed = dataOf(
        await api.POST("/uploads/{id}/parts", { params: { path: { id } }, body: { parts: [part] } }),
      );
      const [target] = signed.parts;
      if (target === undefined) throw new FileFailure("The service signs no address for it.");
      let sent = 0;
      const answer = await putPart(place, target, (bytes) => {
        sent += bytes;
        onBytes(bytes);
      }).catch((error: unknown) => ({ error }));
      if ("status" in answer && answer.status === 200) return { result: undefined };
      onBytes(-sent);
      return again(answer, target.url);
    }, patience);
}

/** Whether, and why, to sign and send again. */
function again(
  answer: { readonly error: unknown } | { readonly status: number; readonly text: string },
  url: string,
) {
  if ("error" in answer) {
    const { error } = answer;
    if (error instanceof FileFailure) throw error;
    return {
      again: "the connection broke",
      giveUp: () => {
        throw new Stop(`${networkProblem(url, error)} Run the same command again to go on.`);
      },
    };
  }
  const { status, text } = answer;
  // S3 compares the bytes with the SHA-256 that was signed.
  if (status === 400 && /BadDigest|ChecksumMismatch|XAmzContentSHA256Mismatch/.test(text)) throw changed();
  if (status === 404) throw new FileFailure("Its upload has ended meanwhile. Run the same command again.");
  return {
    // 403 for an address that has expired, among others.
    again: `the storage answers ${status}`,
    giveUp: () => {
      throw new FileFailure(`The storage does not take it (status ${status}). Run the same command again.`);
    },
  };
}
