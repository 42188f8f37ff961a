import { answer } from "./answer.ts";
import { batch } from "./batch.ts";
import { useQuery } from "./query.ts";
import { service } from "./service.ts";

/** How many labels a stream has, and how many of them a machine made and nobody has voted on. */
export type LabelCounts = { readonly all: number; readonly toReview: number };

/** Counts the labels of up to 100 streams in one request, each once: a label has one state of review. */
export async function labelCounts(streams: readonly number[]): Promise<readonly LabelCounts[]> {
  const { rows } = await answer(
    service.GET("/annotations/counts", {
      params: { query: { by: "videostream,review", videostream: [...streams] } },
    }),
  );
  return streams.map((stream) => {
    const own = rows.filter(({ videostream }) => videostream === stream);
    const sum = (some: typeof rows) => some.reduce((total, { count }) => total + count, 0);
    return { all: sum(own), toReview: sum(own.filter(({ review }) => review === "unreviewed")) };
  });
}

const ask = batch(labelCounts, 100);

/** @param isSeen the labels are counted when somebody sees the row */
export function useLabelCounts(stream: number, isSeen: boolean) {
  return useQuery<LabelCounts>({
    queryKey: ["label counts", stream],
    queryFn: () => ask(stream),
    enabled: isSeen,
  });
}
