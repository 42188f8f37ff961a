import type { GuardedFetch } from "./guarded-fetch.ts";
import { SourceError } from "./source-error.ts";

/**
 * Reads at least `count` bytes from the start of a file, or the whole of a shorter file. The first request to the
 * returned `get` continues the same response, so the source does not send these bytes twice.
 * @throws any error of `get`; SourceError `bad-answer`
 */
export async function readFirstBytes(
  url: string,
  get: GuardedFetch,
  count: number,
): Promise<{ readonly bytes: Buffer; readonly get: GuardedFetch }> {
  const response = await requireSuccess(get(url, { headers: { Range: fromStart } }));
  const reader = response.body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let read = 0; read < count; ) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) break;
    chunks.push(value);
    read += value.length;
  }
  const bytes = Buffer.concat(chunks);
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const value = chunks.shift() ?? (await reader?.read())?.value;
        if (value === undefined) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  let isUsed = false;
  return {
    bytes,
    async get(input, init) {
      const isSame = String(input) === url && new Headers(init?.headers).get("range") === fromStart;
      if (isUsed || !isSame) return get(input, init);
      isUsed = true;
      init?.signal?.addEventListener("abort", () => void reader?.cancel().catch(() => {}), { once: true });
      return withBody(response, body);
    },
  };
}

const fromStart = "bytes=0-";

/** @throws SourceError `bad-answer` unless the response is a success */
export async function requireSuccess(pending: Promise<Response>): Promise<Response> {
  const response = await pending;
  if (response.ok) return response;
  await response.body?.cancel();
  throw new SourceError("bad-answer", `The source responds with status ${response.status}.`);
}

function withBody({ status, headers, url, redirected }: Response, body: ReadableStream): Response {
  // The segments of a playlist are relative to its final URL.
  return Object.defineProperties(new Response(body, { status, headers }), {
    url: { value: url },
    redirected: { value: redirected },
  });
}
