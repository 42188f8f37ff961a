/** A mistake in one field of a request. `pointer` is its place, such as `/body/name`. */
export type FieldError = { readonly pointer: string; readonly detail: string };

/** A request that the service refused, with its problem document (RFC 9457). The message is the service's sentence. */
export class Refusal extends Error {
  readonly status: number;
  /** All mistakes by field, if the service lists them. */
  readonly errors: readonly FieldError[];
  /** The stream that has the file already, if an upload is refused for that reason. */
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

/** Result of a request by `openapi-fetch`. */
export type Fetched<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

/**
 * The data of a response.
 * @throws Refusal if the response has no data
 */
export function dataOf<T>({ data, error, response }: Fetched<T>): NonNullable<T> {
  if (data !== undefined && data !== null) return data;
  throw refusalOf(response, error);
}

/** Makes a refusal from a response without data. */
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
