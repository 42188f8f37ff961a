import type { components } from "../../client/paths.d.ts";
import { answer } from "../api/answer.ts";
import { service } from "../api/service.ts";
import type { Source } from "./player.ts";

type Playable = components["schemas"]["Playable"];

/** Minimum time between two renewals. This limit stops endless renewals of an address that is always refused. */
const minRenewalMs = 10_000;

/** The current address of a stream's video, or of its copy. A signed address expires, and is then renewed. */
export class Address {
  readonly #stream: number;
  readonly of: "original" | "copy";
  /** `false` for the first part of a copy that the service still makes. */
  isWhole = true;
  #source: Source | undefined;
  #expiresMs: number | undefined;
  #fetchedMs = 0;
  #renewing: Promise<Source> | undefined;

  constructor(stream: number, of: "original" | "copy" = "original") {
    this.#stream = stream;
    this.of = of;
  }

  /** The last address; `undefined` before the first one. */
  get last(): Source | undefined {
    return this.#source;
  }

  /** @throws Refusal if the service returns no address */
  async source(): Promise<Source> {
    return this.#source ?? this.renew();
  }

  /** Returns a new address of the same video. Simultaneous callers share one request. */
  renew(): Promise<Source> {
    this.#renewing ??= this.#fetch().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /** `true` if a refusal can mean that the address has expired. */
  get mayHaveEnded(): boolean {
    return this.#expiresMs !== undefined && Date.now() - this.#fetchedMs > minRenewalMs;
  }

  /**
   * Milliseconds until the address should be renewed, after four fifths of its lifetime; `undefined` if it does not
   * expire.
   */
  get renewalMs(): number | undefined {
    if (this.#expiresMs === undefined) return undefined;
    return Math.max(minRenewalMs, (this.#expiresMs - this.#fetchedMs) * 0.8 - (Date.now() - this.#fetchedMs));
  }

  /** Fetches bytes of the video from its current address, even if the reader has an older one. */
  readonly fetchBytes: typeof fetch = async (input, init) => {
    // The page's policy refuses requests to `blob:`.
    if (this.#source?.playlist !== undefined && urlOf(input).startsWith("blob:")) {
      return new Response(this.#source.playlist);
    }
    const response = await fetch(this.#current(input), init);
    if (response.status !== 403 || !this.mayHaveEnded) return checked(response);
    await this.renew();
    return checked(await fetch(this.#current(input), init));
  };

  close(): void {
    if (this.#source?.isHls) URL.revokeObjectURL(this.#source.url);
  }

  /**
   * A playlist contains the addresses of its segments. A file has one address, which may be newer than the reader's.
   */
  #current(input: RequestInfo | URL): RequestInfo | URL {
    return this.#source && !this.#source.isHls ? this.#source.url : input;
  }

  async #fetch(): Promise<Source> {
    const path = { id: this.#stream };
    const isCopy = this.of === "copy";
    const query = isCopy ? ({ copy: "true" } as const) : {};
    const playable = await answer(service.GET("/videostreams/{id}/play", { params: { path, query } }));
    this.close();
    this.isWhole = !isCopy || (playable.kind === "hls" && playable.playlist.includes(listEnd));
    this.#source = sourceOf(playable, this.isWhole ? "" : listEnd);
    this.#fetchedMs = Date.now();
    this.#expiresMs = playable.expires_at === null ? undefined : Date.parse(playable.expires_at);
    return this.#source;
  }
}

/** Without this line, a media element would ask for more of a list that does not grow. */
const listEnd = "#EXT-X-ENDLIST\n";

function urlOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input);
}

function sourceOf(playable: Playable, end: string): Source {
  if (playable.kind !== "hls") {
    return { url: playable.url, isReadable: playable.readable, isHls: /\.m3u8?($|\?)/i.test(playable.url) };
  }
  const { playlist } = playable;
  const blob = new Blob([playlist, end], { type: "application/vnd.apple.mpegurl" });
  return { url: URL.createObjectURL(blob), isReadable: true, isHls: true, playlist };
}

/** The host of the video returned an error status. */
export class HostRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The host of the video answers ${status}.`);
    this.status = status;
  }
}

function checked(response: Response): Response {
  if (!response.ok) throw new HostRefusal(response.status);
  return response;
}
