import type { Finding, FindingLevel } from "../../finding.ts";

export const descriptorFile = "datapackage.json";

/**
 * A finding about datapackage.json.
 * @param column the property that it concerns
 * @param value shown as text or as JSON
 */
export function inDescriptor(
  level: FindingLevel,
  code: string,
  column: string | undefined,
  value: unknown,
  message: string,
): Finding {
  const shown = value === undefined || typeof value === "string" ? value : JSON.stringify(value);
  return { file: descriptorFile, row: undefined, column, value: shown, level, code, message };
}
