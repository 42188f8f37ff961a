import type { Method } from "../../domain/annotation/machine-label.ts";
import { confidenceStepsOf, type ReviewQuery } from "../../domain/annotation/review-filters.ts";
import type { Filter } from "../../index/list-index.ts";

export type ByReview = Partial<ReviewQuery> & {
  /** The id of the user who asks, for `votedby=me`. */
  readonly caller?: number | undefined;
};

/** The filters by method, confidence, review state and voter, as terms of the list index. */
export function reviewTerms(filters: ByReview): readonly Filter[] {
  const { method, review, votedby, caller = 0 } = filters;
  const steps = confidenceStepsOf(filters);
  return [
    ...(method === undefined ? [] : [methodFilter(method)]),
    ...(steps === undefined ? [] : [steps.map((step) => ["cf", step] as const)]),
    ...(review === undefined ? [] : [review.map((state) => ["rv", state] as const)]),
    ...(votedby === undefined ? [] : [voterFilter(votedby, caller)]),
  ];
}

/** Only annotations by machines have a term. */
function methodFilter(method: Method): Filter {
  const machines = [["me", "machine"]] as const;
  return method === "machine" ? machines : { except: { terms: machines } };
}

function voterFilter(votedby: string, caller: number): Filter {
  if (votedby === "!me") return { except: { terms: [["vb", caller]] } };
  return [["vb", votedby === "me" ? caller : Number(votedby)]];
}
