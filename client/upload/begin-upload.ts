import type { Api } from "../api.ts";
import type { paths } from "../paths.d.ts";
import { dataOf, Refusal } from "../refusal.ts";
import { keyOf } from "../request-key.ts";

export type NewUpload = paths["/uploads"]["post"]["requestBody"]["content"]["application/json"];

type Announced = {
  /** Path or name of the file, with `/`. */
  readonly path: string;
  readonly type: NewUpload["type"];
  readonly bytes: number;
  readonly camera: number;
  readonly startMs: number;
  readonly fingerprint: string;
};

/** The request that announces a file. All programs must send the same request, because its hash is the idempotency key. */
export function announcement({ path, type, bytes, camera, startMs, fingerprint }: Announced): NewUpload {
  return {
    filename: (path.split("/").at(-1) ?? "").toWellFormed(),
    type,
    bytes,
    capturesource: camera,
    startTime: new Date(startMs).toISOString(),
    fingerprint,
  };
}

export type Begun =
  | { readonly stream: number }
  | {
      readonly id: number;
      /** SHA-256 of each part that has arrived, by its number, or "all" if the service has begun to join the parts. */
      readonly received: ReadonlyMap<number, string> | "all";
    };

type Options = {
  /**
   * `true` if the camera seems to have the file. The first request then has another key, so that the service returns the
   * stream of the file instead of the earlier upload.
   */
  readonly seemsThere: boolean;
  readonly signal: AbortSignal | undefined;
};

/**
 * Begins the upload of a file, or finds the upload of an earlier run. The idempotency key is made from the request, so a
 * repeated request returns the same upload, and this computer need not remember it. If that upload has ended, or its
 * stream was deleted, the next request begins a new upload. The key of this request contains the id of the old upload.
 * @returns the stream, if the camera has the file already
 * @throws Refusal
 */
export async function beginUpload(
  api: Api,
  body: NewUpload,
  { seemsThere, signal }: Options,
): Promise<Begun> {
  for (let over = seemsThere ? "there" : ""; ; ) {
    const header = { "Idempotency-Key": `import-${await keyOf(body, over)}` };
    const created = await api.POST("/uploads", { body, params: { header }, signal: signal ?? null });
    const begun = streamOr(() => dataOf(created));
    if ("stream" in begun) return begun;
    const { id } = begun;
    if (!created.response.headers.has("Idempotent-Replayed")) return { id, received: new Map() };
    const found = await api.GET("/uploads/{id}", { params: { path: { id } }, signal: signal ?? null });
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

/** The result of `read`, or the stream that has the file already, if the service refuses the request for that reason. */
export function streamOr<T>(read: () => T): T | { readonly stream: number } {
  try {
    return read();
  } catch (error) {
    const isThere = error instanceof Refusal && error.status === 409;
    if (isThere && error.videostream !== undefined) return { stream: error.videostream };
    throw error;
  }
}
