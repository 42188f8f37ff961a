import type { components } from "../../client/paths.d.ts";
import { answer } from "./answer.ts";
import { batch } from "./batch.ts";
import { useQuery } from "./query.ts";
import { service } from "./service.ts";

type Wanted = components["schemas"]["WantedStills"]["items"][number];

/** The address of a picture, which works for 15 minutes; `pending` while it is cut; `none` if there is none. */
export type Still = { readonly url: string } | "pending" | "none";

const ask = batch<Wanted, Still>(async (items) => {
  const { results } = await answer(service.POST("/stills", { body: { items: [...items] } }));
  return results.map((result): Still => {
    if ("url" in result) return { url: result.url };
    return "pending" in result ? "pending" : "none";
  });
}, 50);

/**
 * A picture of a video. Pictures that are asked for together are fetched together, and asked for again while they are cut.
 * @param wanted `undefined` while nobody sees it
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
