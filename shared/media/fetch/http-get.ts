import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import type { FetchMeter } from "./limits.ts";
import { SourceError, sourceError } from "./source-error.ts";

export type HttpGetOptions = {
  readonly url: URL;
  /** The value of a Range header (RFC 9110, section 14.2). */
  readonly range: string | null;
  readonly lookup: LookupFunction;
  readonly meter: FetchMeter;
  readonly signal: AbortSignal;
};

export type HttpResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Reads from the source only on demand. Fails with a SourceError, or with the signal's reason. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Closes the connection. */
  discard(): void;
};

const maxHeaderSizeBytes = 16 * 1024;

/**
 * Sends one GET on its own connection, which closes at the end of the body, on an abort or when the source
 * sends nothing for `idleMs`. Follows no redirects and does not retry. Only the Range comes from the caller,
 * so no host gets a secret.
 * @throws SourceError `refused` by the lookup, `unreachable`, `bad-answer`; the reason of the signal
 */
export async function httpGet({ url, range, lookup, meter, signal }: HttpGetOptions): Promise<HttpResponse> {
  signal.throwIfAborted();
  const request = (url.protocol === "https:" ? https : http).request(url, {
    // No agent: no connection reuse, and no proxy from the environment.
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
  // Passing the AbortSignal to http.request would cause uncaught errors on sockets.
  const abort = () => stop(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  request.on("close", () => signal.removeEventListener("abort", abort));

  const waitFor = async <T>(pending: Promise<T>): Promise<T> => {
    const idle = setTimeout(() => stop(idleTimeout()), meter.idleMs);
    try {
      const value = await pending;
      // A destroyed request drops unread data, and its response then ends as if it were complete.
      if (stopped === undefined) return value;
    } catch (error) {
      // If a response is not HTTP, its own error says only that it was aborted.
      if (stopped === undefined) throw sourceError(failure ?? error);
    } finally {
      clearTimeout(idle);
    }
    throw stopped.reason;
  };

  const message = await waitFor(
    new Promise<IncomingMessage>((resolve, reject) => {
      request.on("response", resolve).on("error", reject);
      request.on("close", () => reject(new Error("Closed without a response.")));
      request.end();
    }),
  );
  // The reader of the body gets the error.
  message.on("error", () => {});
  const chunks: AsyncIterator<Buffer<ArrayBuffer>> = message[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await waitFor(chunks.next());
        if (done === true) return controller.close();
        try {
          meter.countBytes(value.length);
        } catch (error) {
          stop(error);
          throw error;
        }
        // A plain array, as from fetch: slice() of a Buffer does not copy.
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

function idleTimeout(): SourceError {
  return new SourceError("unreachable", "The source sends nothing.");
}
