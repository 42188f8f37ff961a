import type { components, operations } from "../../client/paths.d.ts";
import { answer } from "./answer.ts";
import { useQuery } from "./query.ts";
import { service } from "./service.ts";

type Query<O extends keyof operations> = NonNullable<operations[O]["parameters"]["query"]>;

/** Filters of the labels to count, as query parameters of the service. */
export type LabelQuery = Omit<Query<"count-annotations">, "by">;

/** Filters of the recorded time, as query parameters of the service. */
export type EffortQuery = Omit<Query<"get-video-stream-effort">, "by">;

type Counts = components["schemas"]["AnnotationCounts"];
type Effort = components["schemas"]["Effort"];

/** Reads the numbers of labels by one or two of their properties, such as `species,hour`. */
export function useCounts(by: Query<"count-annotations">["by"], filters: LabelQuery) {
  return useQuery<Counts>({
    queryKey: ["counts", by, filters],
    queryFn: ({ signal }) =>
      answer(service.GET("/annotations/counts", { params: { query: { ...filters, by } }, signal })),
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
}

/** Reads the seconds of video by camera, by local day or month, or by camera and one of these. */
export function useEffort(by: Query<"get-video-stream-effort">["by"], filters: EffortQuery) {
  return useQuery<Effort>({
    queryKey: ["effort", by, filters],
    queryFn: ({ signal }) =>
      answer(service.GET("/videostreams/effort", { params: { query: { ...filters, by } }, signal })),
    // The service may have to read many records to answer this request.
    staleTime: 5 * 60_000,
    placeholderData: (before) => before,
  });
}
