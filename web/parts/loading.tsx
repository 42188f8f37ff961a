import { shellText } from "../text/shell.ts";

/**
 * Says that something is being fetched: nothing in the first 200 ms, then quiet bars in its place, after 3 s a sentence.
 * @param what is fetched, as it stands in a sentence: "the streams"
 * @param rows number of bars
 */
export function Loading({ what, rows = 3 }: { readonly what: string; readonly rows?: number }) {
  const { loading, stillLoading } = shellText.value;
  return (
    <div class="loading" role="status">
      <span class="unseen">{loading(what)}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class="bar-of-loading" aria-hidden="true" />
      ))}
      <p class="still-loading" aria-hidden="true">
        {stillLoading(what)}
      </p>
    </div>
  );
}
