/** What is wrong with one part of a request. `pointer`: `/body/name`. */
export type FieldError = { readonly pointer: string; readonly detail: string };

/** A request that the service refused, with its problem document (RFC 9457). */
export class Refusal extends Error {
  readonly status: number;
  /** Everything that is wrong, by field, where the service says that. */
  readonly errors: readonly FieldError[];

  constructor(status: number, detail: string, errors: readonly FieldError[] = []) {
    super(detail);
    this.status = status;
    this.errors = errors;
  }
}

/** The data of a response of `service`. Throws a `Refusal` when the service refused the request. */
export async function answer<T>(request: Promise<Answered<T>>): Promise<NonNullable<T>> {
  return (await answered(request)).data;
}

type Answered<T> = { data?: T; error?: unknown; response: Response };

/** The data of a response, and its headers, such as `ETag`: the state to send as `If-Match`. */
export async function answered<T>(
  request: Promise<Answered<T>>,
): Promise<{ readonly data: NonNullable<T>; readonly headers: Headers }> {
  const { data, error, response } = await request;
  if (data === undefined || data === null) throw refusalOf(response, error);
  return { data, headers: response.headers };
}

/** Waits for a request whose response has no body. */
export async function done(request: Promise<Answered<unknown>>): Promise<void> {
  const { error, response } = await request;
  if (!response.ok) throw refusalOf(response, error);
}

function refusalOf({ status }: Response, problem: unknown): Refusal {
  const { detail, errors }: { detail?: unknown; errors?: unknown } =
    typeof problem === "object" && problem !== null ? problem : {};
  const fields = Array.isArray(errors) ? errors.filter(isFieldError) : [];
  return new Refusal(status, typeof detail === "string" ? detail : `The service answers ${status}.`, fields);
}

function isFieldError(value: unknown): value is FieldError {
  if (typeof value !== "object" || value === null) return false;
  const { pointer, detail }: { pointer?: unknown; detail?: unknown } = value;
  return typeof pointer === "string" && typeof detail === "string";
}
