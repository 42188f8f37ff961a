import { type Finding, type FindingLevel, valueText } from "../../finding.ts";

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
  return { file: descriptorFile, row: undefined, column, value: valueText(value), level, code, message };
}
