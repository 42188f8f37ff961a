/** A request that the service refused, with its problem document (RFC 9457). */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** The data of a response of `service`. Throws a `Refusal` when the service refused the request. */
export async function answer<T>(
  request: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<NonNullable<T>> {
  const { data, error, response } = await request;
  if (data !== undefined && data !== null) return data;
  throw new Refusal(response.status, detailOf(error) ?? `The service answers ${response.status}.`);
}

function detailOf(error: unknown): string | undefined {
  const holder: { detail?: unknown } = typeof error === "object" && error !== null ? error : {};
  return typeof holder.detail === "string" ? holder.detail : undefined;
}
