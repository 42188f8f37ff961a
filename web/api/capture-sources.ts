import type { components } from "../../client/paths.d.ts";
import { answer } from "./answer.ts";
import { useQuery } from "./query.ts";
import { service } from "./service.ts";

export type CaptureSource = components["schemas"]["CaptureSource"];

const pageSize = 100;

/** Reads all cameras into a map by id, 100 in a request. Cameras change rarely, and there are a few hundred at most. */
export function useCaptureSources() {
  return useQuery<ReadonlyMap<number, CaptureSource>>({
    queryKey: ["capturesources"],
    queryFn: ({ signal }) => allCaptureSources(signal),
    staleTime: 5 * 60_000,
  });
}

async function allCaptureSources(signal: AbortSignal): Promise<ReadonlyMap<number, CaptureSource>> {
  const all = new Map<number, CaptureSource>();
  for (let offset = 0; ; offset += pageSize) {
    const query = { limit: pageSize, offset };
    const { results, total } = await answer(service.GET("/capturesources", { params: { query }, signal }));
    for (const source of results) all.set(source.id, source);
    if (offset + pageSize >= total) return all;
  }
}
