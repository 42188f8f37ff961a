/** A request that the service refused, with its problem document (RFC 9457). The message is the service's sentence. */
export class Refusal extends Error {
  readonly status: number;
  /** The stream that has the file already, of an upload that is refused for it. */
  readonly videostream: number | undefined;

  constructor(status: number, detail: string, videostream?: number) {
    super(detail);
    this.status = status;
    this.videostream = videostream;
  }
}

/** What `openapi-fetch` returns. */
type Fetched<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

/**
 * The data of a response.
 * @throws Refusal if there is none
 */
export function dataOf<T>({ data, error, response: { status } }: Fetched<T>): NonNullable<T> {
  if (data !== undefined && data !== null) return data;
  const problem: { detail?: unknown; videostream?: unknown } =
    typeof error === "object" && error !== null ? error : {};
  const detail = typeof problem.detail === "string" ? problem.detail : `The service answers ${status}.`;
  const stream = typeof problem.videostream === "number" ? problem.videostream : undefined;
  throw new Refusal(status, detail, stream);
}
