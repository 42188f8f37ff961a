import { createHash } from "node:crypto";
import { expect } from "vitest";

/** Calls the API as a curator, and returns the body of the response. */
// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
type CallApi = (method: string, path: string, body?: object) => Promise<any>;

let uploads = 0;

/** Uploads a video, as the page does. @returns the id of the new stream */
export async function uploadVideo(
  call: CallApi,
  video: Buffer,
  about: { readonly capturesource: number; readonly startTime: string },
): Promise<number> {
  uploads += 1;
  // Each upload has other bytes, because a camera can have a file only once.
  const bytes = Buffer.concat([video, Buffer.from([0, 0, 0, 9, 0x66, 0x72, 0x65, 0x65, uploads])]);
  const sha256 = createHash("sha256").update(bytes).digest("base64");
  const file = { filename: "a.mp4", type: "video/mp4", bytes: bytes.length };
  const upload = await call("POST", "/uploads", { ...file, ...about });
  const part = { number: 1, sha256, bytes: bytes.length };
  const { parts } = await call("POST", `/uploads/${upload.id}/parts`, { parts: [part] });
  const put = await fetch(parts[0].url, { method: "PUT", body: bytes, headers: parts[0].headers });
  expect(put.status).toBe(200);
  return (await call("POST", `/uploads/${upload.id}/completion`, { parts: [{ number: 1, sha256 }] })).id;
}
