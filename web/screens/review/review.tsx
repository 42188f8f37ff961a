import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { isAtLeast, useMe } from "../../api/me.ts";
import { useBlanks } from "../../api/species.ts";
import { FilterChips } from "../../filters/chips.tsx";
import { type FilterKind, type Filters, readFilters, writeFilters } from "../../filters/filters.ts";
import { helpOf } from "../../keys/chosen.ts";
import { useKeys } from "../../keys/hearing.ts";
import { useKeyHelp } from "../../keys/help.ts";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";
import { Switch } from "../../parts/switch.tsx";
import { useTitle } from "../../parts/title.ts";
import { replaceParams, route } from "../../route.ts";
import { reviewText } from "../../text/review.ts";
import { shellText } from "../../text/shell.ts";
import { AgreeWithSure } from "./agree-with-sure.tsx";
import type { Decisions } from "./decisions.ts";
import { Details } from "./details.tsx";
import { Done } from "./done.tsx";
import { keysOfReview } from "./keys.ts";
import { keysOf } from "./listen.ts";
import { reopen } from "./reopen.ts";
import { ReviewGrid } from "./review-grid.tsx";
import type { Reviewing } from "./reviewing.ts";
import { reviewedToday } from "./today.ts";
import { decisionsOf } from "./votes.ts";

const kinds: readonly FilterKind[] = ["camera", "species", "sure", "days"];

/** The screen Review: people confirm or correct the labels of machines and of single people, one after the other. */
export function Review() {
  const review = reviewText.value;
  useTitle(review.title);
  const me = useMe();
  if (me.data === undefined) return null;
  if (!isAtLeast(me.data.role, "annotator")) {
    return (
      <section class="message">
        <h1>{review.title}</h1>
        <p>{review.roleTooLow}</p>
      </section>
    );
  }
  const { params } = route.value;
  const filters = pick(readFilters(params));
  const isOne = params.get("view") === "one";
  const show = (next: Filters, one: boolean) =>
    replaceParams(new URLSearchParams([...writeFilters(next), ...(one ? [["view", "one"]] : [])]));
  return (
    <Labels
      key={JSON.stringify(filters)}
      decisions={decisionsOf(me.data.id)}
      filters={filters}
      isOne={isOne}
      onChange={(next) => show(next, isOne)}
      onMode={(one) => show(filters, one)}
    />
  );
}

/** Returns only the filters that this screen shows. Other filters in the address would be invisible to the person. */
function pick(filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([kind]) => kinds.some((each) => each === kind)));
}

type Props = {
  readonly decisions: Decisions;
  readonly filters: Filters;
  readonly isOne: boolean;
  readonly onChange: (filters: Filters) => void;
  readonly onMode: (isOne: boolean) => void;
};

function Labels({ decisions, filters, isOne, onChange, onMode }: Props) {
  const review = reviewText.value;
  const [reviewing] = useState(() => reopen(filters, decisions));
  const isLooping = useSignal(false);
  useEffect(() => {
    isLooping.value = isOne && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }, [isOne, isLooping]);
  useKeys(
    "review",
    undefined,
    useMemo(() => keysOf(reviewing, isLooping), [reviewing, isLooping]),
  );
  useKeyHelp(useComputed(() => helpOf("review", keysOfReview())).value);
  const { left } = reviewing.list;
  return (
    <div class="review">
      <header class="review-head wraps">
        <h1>
          {review.toReview}
          {left.value !== undefined && `: ${left.value.toLocaleString(shellText.value.locale)}`}
        </h1>
        <FilterChips
          filters={filters}
          kinds={kinds}
          titles={{ species: review.said, sure: review.howSure }}
          onChange={onChange}
        />
        <Switch
          label={review.mode}
          choices={[
            ["▦", review.grid],
            ["▣", review.one],
          ]}
          chosen={isOne ? 1 : 0}
          onChoose={(choice) => onMode(choice === 1)}
        />
        <AgreeWithSure filters={filters} reviewing={reviewing} />
        <Progress reviewing={reviewing} />
      </header>
      <Body reviewing={reviewing} filters={filters} isOne={isOne} isLooping={isLooping} onChange={onChange} />
    </div>
  );
}

function Progress({ reviewing }: { readonly reviewing: Reviewing }) {
  const review = reviewText.value;
  const refused = reviewing.decisions.refused.value.size;
  return (
    <p class="progress">
      {refused > 0 && (
        <button type="button" class="refusals" onClick={() => reviewing.toRefused()}>
          {review.notSaved(refused)}
        </button>
      )}{" "}
      <span title={review.todayLong(reviewedToday.value)}>{review.today(reviewedToday.value)}</span>
    </p>
  );
}

type BodyProps = Omit<Props, "onMode" | "decisions"> & {
  readonly reviewing: Reviewing;
  readonly isLooping: Parameters<typeof Details>[0]["isLooping"];
};

function Body({ reviewing, filters, isOne, isLooping, onChange }: BodyProps) {
  const blanks = useBlanks();
  const { items, error, isLoading, isComplete } = reviewing.list;
  const isEmpty = items.value.length === 0;
  const retry = () => void reviewing.list.more();
  return (
    <>
      {error.value !== undefined && <Problem error={error.value} onRetry={retry} />}
      {reviewing.isDone.value && (
        <Done filters={filters} decisions={reviewing.decisions} onChange={onChange} />
      )}
      {isEmpty && !isComplete.value && isLoading.value && <Loading what={reviewText.value.what} rows={4} />}
      {!isEmpty && (
        <div class={isOne ? "one-by-one" : "by-grid"}>
          {!isOne && <ReviewGrid reviewing={reviewing} blanks={blanks} />}
          <Details reviewing={reviewing} isLooping={isLooping} isAlone={isOne} />
        </div>
      )}
    </>
  );
}
