import { useQuery } from "../../api/query.ts";
import { type Filters, namesOf } from "../../filters/filters.ts";
import { countMoments } from "../../filters/moments.ts";
import { findLink } from "../../route.ts";
import { reviewText } from "../../text/review.ts";
import type { Decisions } from "./decisions.ts";
import { toReview } from "./load-items.ts";

type Props = {
  readonly filters: Filters;
  readonly decisions: Decisions;
  readonly onChange: (filters: Filters) => void;
};

/** Shown after the last label, with the number of labels that other filters would find. */
export function Done({ filters, decisions, onChange }: Props) {
  const review = reviewText.value;
  const hasFilters = namesOf(filters).length > 0;
  const remain = useQuery<number>({
    queryKey: ["to review", "all"],
    queryFn: ({ signal }) => decisions.inOrder(() => countMoments(toReview({}), signal)),
    enabled: hasFilters,
    staleTime: 0,
  });
  return (
    <section class="notice good all-done" role="status">
      <p>
        <strong>{review.done}</strong>
        {hasFilters && remain.data !== undefined && ` ${review.remain(remain.data)}`}
      </p>
      {hasFilters && (remain.data ?? 0) > 0 && (
        <button type="button" class="primary" onClick={() => onChange({})}>
          {review.removeFilters}
        </button>
      )}
      <a href={findLink(new URLSearchParams({ voted: "me" }))}>{review.toFind}</a>
    </section>
  );
}
