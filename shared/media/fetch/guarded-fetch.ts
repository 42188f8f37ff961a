import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { checkSourceUrl, type SourceRules } from "./check-source-url.ts";
import { checkedLookup } from "./checked-lookup.ts";
import { type HttpResponse, httpGet } from "./http-get.ts";
import type { FetchMeter } from "./limits.ts";
import { SourceError } from "./source-error.ts";

export type FetchSettings = SourceRules & {
  /** Shared by all requests of the job. */
  readonly meter: FetchMeter;
  /** Replaces the system's resolver. */
  readonly resolve?: LookupFunction;
};

export type GuardedFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const maxRedirects = 3;
const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** Statuses without a body (Fetch Standard, "null body status"). A GET of a video should have none of them. */
const bodiless: readonly number[] = [204, 205, 304];

/** The headers of a source that a reader of videos needs. All others are dropped. */
const keptHeaders = ["accept-ranges", "content-length", "content-range", "content-type"] as const;

/**
 * Makes a `fetch` for the videos of users, for one job, whose requests share a meter. It sends a GET, and
 * uses only the Range header and the signal of `init`. It follows at most three redirects, checks each like
 * the first URL, and connects only to public addresses. The body is read from the source on demand. The
 * connection closes at the end of the body, and when the body is cancelled or the signal aborts.
 * @throws SourceError from the call and from the body; the reason of the signal
 */
export function guardedFetch(settings: FetchSettings): GuardedFetch {
  const { meter, resolve = lookup } = settings;
  return async (input, init) => {
    const signal = AbortSignal.any(init?.signal ? [meter.end, init.signal] : [meter.end]);
    const range = new Headers(init?.headers).get("range");
    let url = parseUrl(input instanceof Request ? input.url : input);
    for (let followed = 0; followed <= maxRedirects; followed += 1) {
      const accepts = checkSourceUrl(url, settings);
      meter.countRequest();
      const response = await httpGet({ url, range, lookup: checkedLookup(resolve, accepts), meter, signal });
      if (!redirects.includes(response.status)) return toResponse(url, followed > 0, response);
      response.discard();
      url = redirectTarget(response, url);
    }
    throw new SourceError("refused", "There are too many redirects.");
  };
}

function parseUrl(text: string | URL, base?: URL): URL {
  const url = URL.parse(String(text), base?.href);
  if (url === null) throw new SourceError("refused", "The URL is invalid.");
  return url;
}

function redirectTarget({ headers }: HttpResponse, from: URL): URL {
  if (headers.location === undefined) throw new SourceError("bad-answer", "The redirect has no location.");
  return parseUrl(headers.location, from);
}

function toResponse(
  url: URL,
  redirected: boolean,
  { status, headers, body, discard }: HttpResponse,
): Response {
  const encoding = headers["content-encoding"] ?? "identity";
  // Compressed bytes could expand to any number of bytes.
  const usable = status >= 200 && status < 600 && !bodiless.includes(status) && encoding === "identity";
  if (!usable) {
    discard();
    throw new SourceError("bad-answer", "The response has no body, or an encoded one.");
  }
  const response = new Response(body, {
    status,
    headers: keptHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  });
  // Segments of a playlist are relative to the playlist's final URL.
  return Object.defineProperties(response, { url: { value: url.href }, redirected: { value: redirected } });
}
