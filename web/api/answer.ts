import { dataOf, type Fetched, Refusal, refusalOf } from "../../client/refusal.ts";

export { Refusal };

/** Returns the data of a response of `service`. @throws Refusal if the service refused the request */
export async function answer<T>(request: Promise<Fetched<T>>): Promise<NonNullable<T>> {
  return dataOf(await request);
}

/** Returns the data and the headers of a response. The header `ETag` is the value to send as `If-Match`. */
export async function answered<T>(
  request: Promise<Fetched<T>>,
): Promise<{ readonly data: NonNullable<T>; readonly headers: Headers }> {
  const fetched = await request;
  return { data: dataOf(fetched), headers: fetched.response.headers };
}

/** Like `answered`. Returns `undefined` if the service refused the request with this status. */
export function answeredUnless<T>(status: number, request: Promise<Fetched<T>>) {
  return answered(request).catch((error: unknown) => {
    if (error instanceof Refusal && error.status === status) return undefined;
    throw error;
  });
}

/** Waits until a record is removed. 404 is a success: the response to an earlier request may have been lost. */
export async function removed(request: Promise<Fetched<unknown>>): Promise<void> {
  const { error, response } = await request;
  if (!response.ok && response.status !== 404) throw refusalOf(response, error);
}
