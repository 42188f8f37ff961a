import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { checkSourceUrl, type SourceRules } from "./check-source-url.ts";
import { checkedLookup } from "./checked-lookup.ts";
import { type HttpResponse, httpGet } from "./http-get.ts";
import type { FetchMeter } from "./fetch-limits.ts";
import { SourceError } from "./source-error.ts";

export type FetchSettings = SourceRules & {
  /** What all requests of the job share. */
  readonly budget: FetchMeter;
  /** Instead of the system's resolver. */
  readonly resolve?: LookupFunction;
};

export type GuardedFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const maxRedirects = 3;
const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** Statuses without a body (Fetch Standard, "null body status"): no answer to a GET of a video. */
const bodiless: readonly number[] = [204, 205, 304];

/** What a reader of videos needs; no other header of a source gets further. */
const passedOn = ["accept-ranges", "content-length", "content-range", "content-type"] as const;

/**
 * Makes a `fetch` for the videos that users point to, for one job: every request of it shares the budget. It is a
 * GET; of `init` it takes a Range header and the signal. Each redirect is checked like the first URL, at most three
 * are followed, and only public addresses are ever connected to. The body is read from the source as it is read,
 * and the connection is closed at its end, when it is cancelled and when the signal aborts.
 * @throws SourceError from the call and from the body; the reason of the signal
 */
export function guardedFetch(settings: FetchSettings): GuardedFetch {
  const { budget, resolve = lookup } = settings;
  return async (input, init) => {
    const signal = AbortSignal.any(init?.signal ? [budget.end, init.signal] : [budget.end]);
    const range = new Headers(init?.headers).get("range");
    let url = parseUrl(input instanceof Request ? input.url : input);
    for (let followed = 0; followed <= maxRedirects; followed += 1) {
      const accepts = checkSourceUrl(url, settings);
      budget.countRequest();
      const answer = await httpGet({ url, range, lookup: checkedLookup(resolve, accepts), budget, signal });
      if (!redirects.includes(answer.status)) return toResponse(url, followed > 0, answer);
      answer.discard();
      url = redirectTarget(answer, url);
    }
    throw new SourceError("refused", "There are too many redirects.");
  };
}

function parseUrl(text: string | URL, base?: URL): URL {
  const url = URL.parse(String(text), base?.href);
  if (url === null) throw new SourceError("refused", "What should be a URL is none.");
  return url;
}

function redirectTarget({ headers }: HttpResponse, from: URL): URL {
  if (headers.location === undefined) throw new SourceError("bad-answer", "The redirect leads nowhere.");
  return parseUrl(headers.location, from);
}

function toResponse(url: URL, redirected: boolean, { status, headers, body, discard }: HttpResponse): Response {
  const encoding = headers["content-encoding"] ?? "identity";
  // Compressed bytes could become any number of bytes.
  const usable = status >= 200 && status < 600 && !bodiless.includes(status) && encoding === "identity";
  if (!usable) {
    discard();
    throw new SourceError("bad-answer", "The answer has no body, or one that is encoded.");
  }
  const response = new Response(body, {
    status,
    headers: passedOn.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  });
  // A playlist's segments are relative to where it was found.
  return Object.defineProperties(response, { url: { value: url.href }, redirected: { value: redirected } });
}
