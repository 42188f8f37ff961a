import { useEffect, useRef } from "preact/hooks";
import { partsText } from "../../text/parts.ts";
import { Loading } from "../loading.tsx";
import { Problem } from "../problem.tsx";

type Props = {
  /** Name of the list for a sentence: "the streams". */
  readonly what: string;
  readonly shown: number;
  /** Number of records among which those that are shown were found, if it is another one. */
  readonly looked?: number;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly onMore: () => void;
};

/** The end of a list. The next page is fetched when the end becomes visible, or by the button. */
export function More({ what, shown, looked, isFetching, error, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const parts = partsText.value;
  const waits = !isFetching && error === null;
  useEffect(() => {
    const { current } = end;
    if (!current || !waits) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { rootMargin: "100%" },
    );
    observer.observe(current);
    return () => observer.disconnect();
    // Each page needs a new observer, because an end that stays visible causes no new event.
  }, [waits, onMore]);
  return (
    <div ref={end} class="end-of-list">
      {error && <Problem error={error} onRetry={onMore} />}
      {isFetching && <Loading what={what} />}
      {waits && (
        <button type="button" onClick={onMore}>
          {parts.more}
        </button>
      )}
      <p>
        {parts.shown(shown)}
        {looked !== undefined && `, ${parts.looked(looked)}`}
      </p>
    </div>
  );
}
