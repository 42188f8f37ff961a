import { shellText } from "../text/shell.ts";

/**
 * Shows that something is being fetched: nothing in the first 200 ms, then grey bars, and after 3 s a sentence.
 * @param what name of the data for the sentence: "the streams"
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
