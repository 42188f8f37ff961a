import type { Api } from "../api.ts";
import { dataOf } from "../refusal.ts";
import { streamOr } from "./begin-upload.ts";
import type { Part } from "./part.ts";

export type Completed = { readonly kind: "imported" | "there"; readonly stream: number };

type Options = {
  readonly sleep: (ms: number) => Promise<void>;
  readonly signal: AbortSignal | undefined;
};

/**
 * Completes an upload whose parts have arrived. Repeats the request while the service joins the parts.
 * @throws Refusal, for example if the file cannot be read
 */
export async function completeUpload(
  api: Api,
  id: number,
  parts: readonly Part[],
  { sleep, signal }: Options,
): Promise<Completed> {
  const body = { parts: parts.map(({ number, sha256 }) => ({ number, sha256 })) };
  for (;;) {
    const completed = await api.POST("/uploads/{id}/completion", {
      params: { path: { id } },
      body,
      signal: signal ?? null,
    });
    const data = streamOr(() => dataOf(completed));
    if ("stream" in data) return { kind: "there", stream: data.stream };
    if ("id" in data) return { kind: "imported", stream: data.id };
    await sleep(Number(completed.response.headers.get("Retry-After") ?? 5) * 1000);
  }
}
