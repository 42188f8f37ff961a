import { useCounts } from "../../api/counts.ts";
import { type Filters, filterQuery, type Review, reviews, writeFilters } from "../../filters/filters.ts";
import { moveFocus } from "../../keys/grid.ts";
import { useWidth } from "../../parts/element-size.ts";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";
import { findLink } from "../../route.ts";
import { plotsText } from "../../text/plots.ts";
import { Figure } from "./figure.tsx";

/** The number of labels in each review state. */
export function ReviewProgress({ filters }: { readonly filters: Filters }) {
  const plots = plotsText.value;
  const counts = useCounts("review", filterQuery(filters));
  if (counts.error) return <Problem error={counts.error} onRetry={() => void counts.refetch()} />;
  if (!counts.data) return <Loading what={plots.what} />;
  const { rows, total } = counts.data;
  const states = reviews.map((review) => {
    const count = rows.find((row) => row.review === review)?.count ?? 0;
    return {
      review,
      name: plots.states[review],
      count,
      share: total > 0 ? plots.percent(count / total) : "",
      href: findLink(writeFilters({ ...filters, review: [review] })),
    };
  });
  const decided = states.filter(({ review }) => review === "agreed" || review === "rejected");
  return (
    <Figure
      title={plots.review}
      note={plots.reviewNote(
        decided.reduce((sum, { count }) => sum + count, 0),
        total,
      )}
      file="review"
      numbers={{
        columns: [plots.state, plots.labels, plots.share],
        rows:
          total === 0
            ? []
            : states.map(({ name, count, share, href }) => ({ cells: [name, count, share], href })),
      }}
    >
      <StateBars states={states} />
    </Figure>
  );
}

type State = {
  readonly review: Review;
  readonly name: string;
  readonly count: number;
  readonly share: string;
  readonly href: string;
};

const rowHeight = 28;
const left = 150;
/** Width for the number and the share, right of the longest bar. */
const right = 110;

function StateBars({ states }: { readonly states: readonly State[] }) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const plots = plotsText.value;
  const max = Math.max(1, ...states.map(({ count }) => count));
  const height = states.length * rowHeight;
  const room = Math.max(20, width - left - right);
  return (
    <div ref={ref}>
      {width > 0 && (
        <svg
          aria-label={plots.review}
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          onKeyDown={(event) => moveFocus(event, 1)}
        >
          {states.map(({ review, name, count, share, href }, i) => {
            const [y, long] = [i * rowHeight, (room * count) / max];
            const numbers = plots.countAndShare(count, share);
            return (
              <a key={review} href={href} tabindex={i === 0 ? 0 : -1}>
                <rect class="hit" x={0} y={y} width={width} height={rowHeight} />
                <text class="name end" x={left - 8} y={y + 19}>
                  {`${name} `}
                </text>
                <rect class={`bar ${review}`} x={left} y={y + 4} width={long} height={rowHeight - 8} />
                <text class="name" x={left + long + 8} y={y + 19}>
                  {numbers}
                </text>
              </a>
            );
          })}
        </svg>
      )}
    </div>
  );
}
