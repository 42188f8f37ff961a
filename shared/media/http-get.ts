import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import type { FetchMeter } from "./fetch-limits.ts";
import { SourceError, sourceError } from "./source-error.ts";

export type HttpGetOptions = {
  readonly url: URL;
  /** The value of a Range header (RFC 9110, section 14.2). */
  readonly range: string | null;
  readonly lookup: LookupFunction;
  readonly budget: FetchMeter;
  readonly signal: AbortSignal;
};

export type HttpResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Reads from the source only when it is read; fails with a SourceError, or the signal's reason. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Ends the connection. */
  discard(): void;
};

const maxHeaderSizeBytes = 16 * 1024;

/**
 * One GET on a connection of its own, that ends with the body, with an abort or when the source is silent. It
 * follows no redirect and tries nothing again. Nothing but the Range comes from the caller: no secret goes to any
 * host.
 * @throws SourceError `refused` by the lookup, `unreachable`, `bad-answer`; the reason of the signal
 */
export async function httpGet({ url, range, lookup, budget, signal }: HttpGetOptions): Promise<HttpResponse> {
  signal.throwIfAborted();
  const request = (url.protocol === "https:" ? https : http).request(url, {
    // No agent: neither a kept connection nor a proxy of the environment.
    agent: false,
    lookup,
    maxHeaderSize: maxHeaderSizeBytes,
    headers: {
      "Accept-Encoding": "identity",
      "User-Agent": "wildlife-video-annotation",
      ...(range === null ? {} : { Range: range }),
    },
  });

  let failure: Error | undefined;
  request.on("error", (error) => {
    failure ??= error;
  });
  let stopped: { readonly reason: unknown } | undefined;
  const stop = (reason: unknown) => {
    stopped ??= { reason };
    request.destroy();
  };
  // An AbortSignal that is given to http.request itself makes errors on sockets that nobody catches.
  const abort = () => stop(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  request.on("close", () => signal.removeEventListener("abort", abort));

  const waitFor = async <T>(coming: Promise<T>): Promise<T> => {
    const silence = setTimeout(() => stop(silent()), budget.idleMs);
    try {
      const value = await coming;
      // A destroyed request drops what came unread, and its answer then ends as if it were whole.
      if (stopped === undefined) return value;
    } catch (error) {
      // Of an answer that is no HTTP its own error says only that it was cut off.
      if (stopped === undefined) throw sourceError(failure ?? error);
    } finally {
      clearTimeout(silence);
    }
    throw stopped.reason;
  };

  const message = await waitFor(
    new Promise<IncomingMessage>((resolve, reject) => {
      request.on("response", resolve).on("error", reject);
      request.on("close", () => reject(new Error("Closed without an answer.")));
      request.end();
    }),
  );
  // Whoever reads the body learns of it there.
  message.on("error", () => {});
  const chunks: AsyncIterator<Buffer<ArrayBuffer>> = message[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await waitFor(chunks.next());
        if (done === true) return controller.close();
        try {
          budget.countBytes(value.length);
        } catch (error) {
          stop(error);
          throw error;
        }
        // A plain array as of fetch: the slice() of a Buffer does not copy.
        controller.enqueue(new Uint8Array(value.buffer, value.byteOffset, value.length));
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    body,
    discard: () => stop(new Error("Discarded.")),
  };
}

function silent(): SourceError {
  return new SourceError("unreachable", "The source is silent.");
}
