import type { Fingerprint, Part } from "../../../client/upload/part.ts";
import { bytesOfPart, partBytesOf, partCountOf } from "../../../shared/domain/upload/part-sizes.ts";

let turn: Promise<unknown> = Promise.resolve();

/** Reads a file once, for its fingerprint. Only one part of all files is in memory at a time. */
export async function readFingerprint(
  file: Blob,
  onRead: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<Fingerprint> {
  const digests: Uint8Array<ArrayBuffer>[] = [];
  const parts: Part[] = [];
  for (let number = 1; number <= partCountOf(file.size); number++) {
    const bytes = bytesOfPart(file.size, number) ?? 0;
    const digesting = turn.then(() => {
      signal?.throwIfAborted();
      return digestOf(partOf(file, number));
    });
    turn = digesting.catch(() => {});
    const digest = await digesting;
    digests.push(digest);
    parts.push({ number, bytes, sha256: base64(digest) });
    onRead(bytes);
  }
  return { parts, fingerprint: base64(await digestOf(new Blob(digests))) };
}

/** Returns the bytes of a part, numbered from 1. The bytes are read when they are used. */
export function partOf(file: Blob, number: number): Blob {
  const partBytes = partBytesOf(file.size);
  return file.slice((number - 1) * partBytes, number * partBytes);
}

async function digestOf(bytes: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", await bytes.arrayBuffer()));
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
