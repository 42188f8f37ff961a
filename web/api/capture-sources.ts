import type { components } from "../../client/paths.d.ts";
import { allById } from "./all-pages.ts";
import { answer } from "./answer.ts";
import { useQuery } from "./query.ts";
import { service } from "./service.ts";

export type CaptureSource = components["schemas"]["CaptureSource"];

/** Reads all cameras into a map by id, 100 in a request. Cameras change rarely, and there are a few hundred at most. */
export function useCaptureSources() {
  return useQuery<ReadonlyMap<number, CaptureSource>>({
    queryKey: ["capturesources"],
    queryFn: ({ signal }) =>
      allById((query) => answer(service.GET("/capturesources", { params: { query }, signal }))),
    staleTime: 5 * 60_000,
  });
}
