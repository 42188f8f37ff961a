/** The used parts of a table schema (Frictionless Table Schema 1). */
export type TableSchema = {
  readonly fields: readonly Field[];
  readonly missingValues: readonly string[];
  readonly primaryKey: string;
};

type Field = {
  readonly name: string;
  readonly type: string;
  readonly constraints: {
    readonly required?: boolean | undefined;
    readonly minimum?: number | undefined;
    readonly maximum?: number | undefined;
    readonly pattern?: string | undefined;
    readonly enum?: readonly string[] | undefined;
  };
};

/** The reason why a cell is refused, or a warning about it. The message is a sentence. */
type CellProblem = { readonly code: string; readonly message: string };

/** The normalised value of a cell, `undefined` if it is missing; or the reason why the cell is refused. */
type CheckedCell =
  | { readonly value: string | undefined; readonly oddity?: CellProblem }
  | { readonly problem: CellProblem };

export type CheckCell = (text: string) => CheckedCell;

/** The checks of a table's cells, by column. */
export function cellChecks({ fields, missingValues }: TableSchema): ReadonlyMap<string, CheckCell> {
  return new Map(fields.map((field) => [field.name, cellCheck(field, new Set(missingValues))]));
}

function cellCheck(field: Field, missing: ReadonlySet<string>): CheckCell {
  const { name, constraints } = field;
  const pattern = constraints.pattern === undefined ? undefined : new RegExp(constraints.pattern, "u");
  const refused = (code: string, rule: string) => ({ problem: { code, message: `\`${name}\` ${rule}` } });
  return (text) => {
    if (missing.has(text)) {
      return constraints.required === true
        ? refused("required", "must have a value in every row.")
        : { value: undefined };
    }
    const value = plainValue(field.type, text);
    if (value === undefined) return refused("type", ruleOf(field));
    if (!isWithin(constraints, value)) return refused("range", ruleOf(field));
    if (constraints.enum?.includes(value) === false) {
      return refused("enum", `must be one of ${constraints.enum.join(", ")}, or empty if it is unknown.`);
    }
    if (pattern?.test(value) === false) return refused("pattern", patternRule(name));
    // R and pandas write whole numbers with .0 when a column has empty cells.
    const oddity = { code: "decimal", message: `\`${name}\` is a whole number: write ${value}.` };
    return field.type === "integer" && text.includes(".") ? { value, oddity } : { value };
  };
}

/** Normalises a text as a value of a type. Returns `undefined` if it is not a value of this type. */
function plainValue(type: string, text: string): string | undefined {
  if (type === "integer") return /^[+-]?[0-9]+(\.0+)?$/.test(text) ? String(Number(text)) : undefined;
  if (type === "number") {
    return /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text) ? text : undefined;
  }
  if (type === "boolean") {
    return /^(true|True|TRUE|1)$/.test(text)
      ? "true"
      : /^(false|False|FALSE|0)$/.test(text)
        ? "false"
        : undefined;
  }
  if (type !== "datetime") return text;
  return plainTime(text);
}

/**
 * Normalises a time in whole seconds with its offset, `±hh:mm` or `Z`. Must be fast, since a package has millions of
 * times.
 */
function plainTime(text: string): string | undefined {
  const [, local, sign, hours, minutes = "00"] =
    /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:Z|([+-])(\d{2}):?(\d{2}))$/.exec(text) ?? [];
  if (local === undefined) return undefined;
  const plain = sign === undefined ? text : `${local}${sign}${hours}:${minutes}`;
  const ms = Date.parse(plain);
  // Date turns 30 February into a day of March, so the parsed date is compared with the text.
  const clockMs = Date.parse(`${local}Z`);
  if (!(ms >= 0 && ms < yearTenThousandMs) || Number.isNaN(clockMs)) return undefined;
  return new Date(clockMs).toISOString().startsWith(local) ? plain : undefined;
}

/** Times of records are in the years 1970 to 9999. */
const yearTenThousandMs = Date.UTC(10_000, 0);

function isWithin({ minimum, maximum }: Field["constraints"], value: string): boolean {
  return !(Number(value) < (minimum ?? -Infinity)) && !(Number(value) > (maximum ?? Infinity));
}

function ruleOf({ type, constraints: { minimum, maximum } }: Field): string {
  if (type === "boolean") return "must be true or false.";
  if (type === "datetime") {
    return "must be a date and a time in whole seconds with its time zone, such as 2020-03-01T22:00:00+01:00 or 2020-03-01T21:00:00Z, in the years 1970 to 9999.";
  }
  const number = type === "integer" ? "must be a whole number" : "must be a number";
  if (minimum !== undefined && maximum !== undefined) return `${number} from ${minimum} to ${maximum}.`;
  return minimum === undefined ? `${number}, such as 1.5.` : `${number}, ${minimum} or more.`;
}

function patternRule(column: string): string {
  return column === "filePath"
    ? "must be an https: address, or a path inside the package that does not begin with . / or ~ and has no two dots in a row."
    : "must be the media type of a picture, a video or a sound, such as image/jpeg or video/mp4.";
}
