import { useQuery } from "../../../api/query.ts";
import { Loading } from "../../../parts/loading.tsx";
import { Problem } from "../../../parts/problem.tsx";
import { importsText } from "../../../text/imports.ts";
import { readReport } from "./report.ts";

/** Number of lines shown. The file has all of them. */
const shown = 100;

/** Reads the mistakes in a package, by file, row and column. */
export function useReport(
  { id, finished }: { readonly id: number; readonly finished: string | null },
  url: string | null,
) {
  return useQuery({
    // The report's address changes with each request, so it is not part of the key.
    queryKey: ["report", id, finished],
    queryFn: ({ signal }) => readReport(url ?? "", signal),
    enabled: url !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The report of an import as a table. */
export function ImportReport({
  report,
  url,
}: {
  readonly report: ReturnType<typeof useReport>;
  readonly url: string;
}) {
  const imports = importsText.value;
  const { data, error, refetch } = report;
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading what={imports.theReport} />;
  if (data.length === 0) return null;
  return (
    <details class="report">
      <summary>{imports.found(data.reduce((sum, { rows }) => sum + rows, 0))}</summary>
      <section class="table-box panel" aria-label={imports.report} tabindex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{imports.file}</th>
              <th scope="col">{imports.row}</th>
              <th scope="col">{imports.column}</th>
              <th scope="col">{imports.value}</th>
              <th scope="col">{imports.message}</th>
            </tr>
          </thead>
          <tbody>
            {data
              .slice(0, shown)
              .map(({ first: { file, row, column, value, level, message }, rows }, index) => (
                <tr key={index} class={level === "warning" ? "quiet" : ""}>
                  <td>{file}</td>
                  <td class="number">{row}</td>
                  <td>{column}</td>
                  <td>{value}</td>
                  <td>{imports.said(message, rows)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
      <p class="quiet">
        {data.length > shown && `${imports.first(shown)} `}
        <a href={url}>{imports.whole}</a>
      </p>
    </details>
  );
}
