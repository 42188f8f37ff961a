import { answer } from "./answer.ts";
import { batch } from "./batch.ts";
import { useQuery } from "./query.ts";
import { service } from "./service.ts";

/** The number of labels of a stream, and of those that a machine made and nobody has voted on. */
export type LabelCounts = { readonly all: number; readonly toReview: number };

/** Counts the labels of up to 100 streams in one request. Each label counts once, because it has one review state. */
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

/** @param isSeen `false` while nobody sees the row: nothing is counted then */
export function useLabelCounts(stream: number, isSeen: boolean) {
  return useQuery<LabelCounts>({
    queryKey: ["label counts", stream],
    queryFn: () => ask(stream),
    enabled: isSeen,
  });
}
