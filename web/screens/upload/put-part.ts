import type { Put, Signed } from "../../../client/upload/send-part.ts";

/** A connection on which nothing moves for so long is broken. */
const stallMs = 60_000;

/**
 * Sends bytes in a PUT, and tells how many have left. `fetch` does not tell.
 * @throws DOMException if the file has changed, or `signal` is aborted
 */
export async function putPart(
  bytes: Blob,
  { url, headers }: Signed,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): ReturnType<Put> {
  signal.throwIfAborted();
  const answer = await send(bytes, { url, headers }, onBytes, signal);
  signal.throwIfAborted();
  // A file that has changed breaks the connection, too. Reading it says so.
  if ("broken" in answer) await bytes.slice(0, 1).arrayBuffer();
  return answer;
}

function send(
  bytes: Blob,
  { url, headers }: Signed,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): ReturnType<Put> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let sent = 0;
    let stall = setTimeout(() => request.abort(), stallMs);
    const abort = () => request.abort();
    signal.addEventListener("abort", abort);
    request.upload.onprogress = ({ loaded }) => {
      onBytes(loaded - sent);
      sent = loaded;
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), stallMs);
    };
    request.onloadend = () => {
      clearTimeout(stall);
      signal.removeEventListener("abort", abort);
      const { status, responseText } = request;
      resolve(status === 0 ? { broken: undefined } : { status, text: responseText });
    };
    request.open("PUT", url);
    for (const [name, value] of Object.entries(headers)) {
      // The browser sends it by itself, and lets no script set it.
      if (name.toLowerCase() !== "content-length") request.setRequestHeader(name, value);
    }
    request.send(bytes);
  });
}
