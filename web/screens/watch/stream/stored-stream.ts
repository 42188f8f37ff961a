import type { components } from "../../../../client/paths.d.ts";
import { answered } from "../../../api/answer.ts";
import { service } from "../../../api/service.ts";

/** A stream as it is stored now, and the version that a change of it names. */
export type StoredStream = {
  readonly stream: components["schemas"]["VideoStream"] & { readonly filename?: string | null };
  readonly etag: string;
};

export async function storedStream(id: number): Promise<StoredStream> {
  const params = { path: { id }, query: { shape: "full" } } as const;
  const { data, headers } = await answered(service.GET("/videostreams/{id}", { params }));
  return { stream: data, etag: headers.get("etag") ?? "*" };
}
