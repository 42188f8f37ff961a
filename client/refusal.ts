/** What is wrong with one part of a request. `pointer`: `/body/name`. */
export type FieldError = { readonly pointer: string; readonly detail: string };

/** A request that the service refused, with its problem document (RFC 9457). The message is the service's sentence. */
export class Refusal extends Error {
  readonly status: number;
  /** Everything that is wrong, by field, where the service says that. */
  readonly errors: readonly FieldError[];
  /** The stream that has the file already, of an upload that is refused for it. */
  readonly videostream: number | undefined;

  constructor(
    status: number,
    detail: string,
    { errors = [], videostream }: { errors?: readonly FieldError[]; videostream?: number | undefined } = {},
  ) {
    super(detail);
    this.status = status;
    this.errors = errors;
    this.videostream = videostream;
  }
}

/** What `openapi-fetch` returns. */
export type Fetched<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

/**
 * The data of a response.
 * @throws Refusal if the response has no data
 */
export function dataOf<T>({ data, error, response }: Fetched<T>): NonNullable<T> {
  if (data !== undefined && data !== null) return data;
  throw refusalOf(response, error);
}

/** The refusal that a response without data is. */
export function refusalOf({ status }: Response, problem: unknown): Refusal {
  const { detail, errors, videostream }: { detail?: unknown; errors?: unknown; videostream?: unknown } =
    typeof problem === "object" && problem !== null ? problem : {};
  return new Refusal(status, typeof detail === "string" ? detail : `The service answers ${status}.`, {
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
    videostream: typeof videostream === "number" ? videostream : undefined,
  });
}

function isFieldError(value: unknown): value is FieldError {
  if (typeof value !== "object" || value === null) return false;
  const { pointer, detail }: { pointer?: unknown; detail?: unknown } = value;
  return typeof pointer === "string" && typeof detail === "string";
}
