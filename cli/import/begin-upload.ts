import type { Api } from "../../client/api.ts";
import type { paths } from "../../client/paths.d.ts";
import { dataOf, problemOf } from "../service/answer.ts";
import { keyOf } from "../service/cameras.ts";

export type NewUpload = paths["/uploads"]["post"]["requestBody"]["content"]["application/json"];

export type Begun =
  | { readonly stream: number }
  | {
      readonly id: number;
      /** SHA-256 of each part that has arrived, by its number; "all" when the service joins them. */
      readonly received: ReadonlyMap<number, string> | "all";
    };

/**
 * Begins the upload of a file, or finds the one that an earlier run began; then nothing needs to be kept on this
 * computer. The key of the request is made of the request, so a repeated one returns the upload of the first. If that is
 * over (it ended, or its stream was deleted since), the next request's key names it, too.
 * @param seemsThere whether the camera seems to have the file. Its first key is another one, so that the service does not
 *   return the upload that is over, but at once the stream that it became.
 * @returns the stream, if the camera has the file already
 */
export async function beginUpload(api: Api, body: NewUpload, seemsThere: boolean): Promise<Begun> {
  for (let over = seemsThere ? "there" : ""; ; ) {
    const header = { "Idempotency-Key": `import-${keyOf(body, over)}` };
    const created = await api.POST("/uploads", { body, params: { header } });
    const stream = created.response.status === 409 ? problemOf(created).videostream : undefined;
    if (stream !== undefined) return { stream };
    const { id } = dataOf(created);
    if (!created.response.headers.has("Idempotent-Replayed")) return { id, received: new Map() };
    const found = await api.GET("/uploads/{id}", { params: { path: { id } } });
    const upload = found.response.status === 404 ? undefined : dataOf(found);
    if (upload && upload.status !== "done") {
      // Parts are no longer listed once they are joined.
      const isJoined = upload.status === "joining" && upload.received.length === 0;
      const received = new Map(upload.received.map(({ number, sha256 }) => [number, sha256]));
      return { id, received: isJoined ? "all" : received };
    }
    over = String(id);
  }
}
