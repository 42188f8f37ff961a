import type { components } from "../../client/paths.d.ts";
import { answer } from "./answer.ts";
import { batch } from "./batch.ts";
import { useQuery } from "./query.ts";
import { service } from "./service.ts";

type Wanted = components["schemas"]["WantedStills"]["items"][number];

/** The address of a picture, valid for 15 minutes; `pending` while the service cuts it; `none` if it cannot be cut. */
export type Still = { readonly url: string } | "pending" | "none";

const ask = batch<Wanted, Still>(async (items) => {
  const { results } = await answer(service.POST("/stills", { body: { items: [...items] } }));
  return results.map((result): Still => {
    if ("url" in result) return { url: result.url };
    return "pending" in result ? "pending" : "none";
  });
}, 50);

/**
 * Reads a picture of a video. Pictures that are wanted at the same time share one request, which is repeated while some
 * of them are pending.
 * @param wanted `undefined` while nobody sees the picture
 */
export function useStill(wanted: Wanted | undefined) {
  return useQuery<Still>({
    queryKey: ["still", wanted],
    queryFn: () => (wanted ? ask(wanted) : "none"),
    enabled: wanted !== undefined,
    staleTime: 14 * 60_000,
    refetchInterval: ({ state }) => (state.data === "pending" ? 1000 : false),
  });
}
