import type { Put, Signed } from "../../../client/upload/send-part.ts";

/** Time without progress after which a connection counts as broken, in milliseconds. */
const stallMs = 60_000;

/**
 * Sends bytes in a PUT, and reports progress, which `fetch` cannot.
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
  // A changed file also breaks the connection. Reading the file throws the right error.
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
      // The browser sets this header itself, and scripts may not.
      if (name.toLowerCase() !== "content-length") request.setRequestHeader(name, value);
    }
    request.send(bytes);
  });
}
