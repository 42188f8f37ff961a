import type { Api } from "../../client/api.ts";
import { dataOf, problemOf } from "../service/answer.ts";
import type { Part } from "./fingerprint.ts";

export type Completed = { readonly kind: "imported" | "there"; readonly stream: number };

/** Makes a stream of an upload whose parts have arrived. Asks again while the service joins them. */
export async function completeUpload(
  api: Api,
  id: number,
  parts: readonly Part[],
  sleep: (ms: number) => Promise<void>,
): Promise<Completed> {
  const body = { parts: parts.map(({ number, sha256 }) => ({ number, sha256 })) };
  for (;;) {
    const completed = await api.POST("/uploads/{id}/completion", { params: { path: { id } }, body });
    const there = completed.response.status === 409 ? problemOf(completed).videostream : undefined;
    if (there !== undefined) return { kind: "there", stream: there };
    const data = dataOf(completed);
    if ("id" in data) return { kind: "imported", stream: data.id };
    await sleep(Number(completed.response.headers.get("Retry-After") ?? 5) * 1000);
  }
}
