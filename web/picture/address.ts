import type { components } from "../../client/paths.d.ts";
import { answer } from "../api/answer.ts";
import { service } from "../api/service.ts";
import type { Source } from "./player.ts";

type Playable = components["schemas"]["Playable"];

/** Time between two renewals: an address that is refused at once is not renewed for ever. */
const minRenewalMs = 10_000;

/** Where a stream's video plays now. A signed address ends, and is then renewed. */
export class Address {
  readonly #stream: number;
  #source: Source | undefined;
  #expiresMs: number | undefined;
  #fetchedMs = 0;
  #renewing: Promise<Source> | undefined;

  constructor(stream: number) {
    this.#stream = stream;
  }

  /** @throws Refusal if the service does not give one */
  async source(): Promise<Source> {
    return this.#source ?? this.renew();
  }

  /** A new address of the same video. Several callers share one request. */
  renew(): Promise<Source> {
    this.#renewing ??= this.#fetch().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /** Whether a refusal may mean that the address has ended. */
  get mayHaveEnded(): boolean {
    return this.#expiresMs !== undefined && Date.now() - this.#fetchedMs > minRenewalMs;
  }

  /** Milliseconds until it should be renewed: at four fifths of its life. `undefined` for one that does not end. */
  get renewalMs(): number | undefined {
    if (this.#expiresMs === undefined) return undefined;
    return Math.max(minRenewalMs, (this.#expiresMs - this.#fetchedMs) * 0.8 - (Date.now() - this.#fetchedMs));
  }

  /** Fetches bytes of the video from where it is now, whatever address the reader knows. */
  readonly fetchBytes: typeof fetch = async (input, init) => {
    const response = await fetch(this.#current(input), init);
    if (response.status !== 403 || !this.mayHaveEnded) return checked(response);
    await this.renew();
    return checked(await fetch(this.#current(input), init));
  };

  close(): void {
    if (this.#source?.isHls) URL.revokeObjectURL(this.#source.url);
  }

  /** A playlist names its own segments. A file has one address, which may be newer than the reader's. */
  #current(input: RequestInfo | URL): RequestInfo | URL {
    return this.#source && !this.#source.isHls ? this.#source.url : input;
  }

  async #fetch(): Promise<Source> {
    const playable = await answer(
      service.GET("/videostreams/{id}/play", { params: { path: { id: this.#stream } } }),
    );
    this.close();
    this.#source = sourceOf(playable);
    this.#fetchedMs = Date.now();
    this.#expiresMs = playable.expires_at === null ? undefined : Date.parse(playable.expires_at);
    return this.#source;
  }
}

function sourceOf(playable: Playable): Source {
  if (playable.kind !== "hls") {
    return { url: playable.url, isReadable: playable.readable, isHls: /\.m3u8?($|\?)/i.test(playable.url) };
  }
  const blob = new Blob([playable.playlist], { type: "application/vnd.apple.mpegurl" });
  return { url: URL.createObjectURL(blob), isReadable: true, isHls: true };
}

/** What a host answers instead of bytes. */
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
