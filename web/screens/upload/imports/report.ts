import { type Mistake, mistakesIn } from "../../../../client/import-report.ts";

/** Reads the report of an import. @throws TypeError if it cannot be fetched */
export async function readReport(url: string, signal: AbortSignal): Promise<readonly Mistake[]> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new TypeError(`The report cannot be read (status ${response.status}).`);
  return mistakesIn(await response.text());
}
