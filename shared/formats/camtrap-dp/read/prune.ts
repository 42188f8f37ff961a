import * as z from "zod/mini";

/** A part of a JSON value that a schema does not allow, and the rule that it breaks, as the end of a sentence. */
type Removed = {
  /** Such as `contributors/0/email`. */
  readonly path: string;
  readonly value: unknown;
  readonly rule: string;
};

type Path = readonly PropertyKey[];

/** Maximum number of times that parts are removed. A removed part may make the part around it invalid. */
const mostPasses = 10;

export type Pruned<T> = {
  readonly removed: readonly Removed[];
  /** `missing`: the property without which the rest can never be valid. */
} & ({ readonly value: T } | { readonly missing: string });

/** Removes the parts of a JSON value that a schema does not allow. */
export function pruned<T>(schema: z.ZodMiniType<T>, json: unknown): Pruned<T> {
  const removed = new Map<string, Removed>();
  let rest = json;
  for (let passes = 0; passes < mostPasses; passes++) {
    const parsed = z.safeParse(schema, rest);
    if (parsed.success) return { value: parsed.data, removed: [...removed.values()] };
    const paths: Path[] = [];
    for (const issue of parsed.error.issues) {
      for (const place of placesOf(issue)) {
        const path = existing(rest, place);
        if (path.length === 0) return { missing: String(place[0]), removed: [...removed.values()] };
        paths.push(path);
        const at = path.map(String).join("/");
        if (!removed.has(at))
          removed.set(at, {
            path: at,
            value: valueAt(rest, path),
            rule: ruleOf(issue, place.slice(path.length)),
          });
      }
    }
    rest = without(rest, paths);
  }
  return { missing: "", removed: [...removed.values()] };
}

/** @param missing the place of the missing value within the removed part */
function ruleOf({ code, message }: z.core.$ZodIssue, missing: Path): string {
  if (missing.length > 0) return `must have \`${missing.map(String).join("/")}\`.`;
  if (code === "unrecognized_keys") return "is no property of a dataset.";
  return message.startsWith("must ") ? message : "is not in the form that a dataset needs.";
}

function placesOf(issue: z.core.$ZodIssue): readonly Path[] {
  if (issue.code !== "unrecognized_keys") return [issue.path];
  return issue.keys.map((key) => [...issue.path, key]);
}

/** The longest beginning of a path whose value exists: a part lies in the object that must have it. */
function existing(value: unknown, path: Path): Path {
  const [key, ...rest] = path;
  if (key === undefined) return [];
  const child = childOf(value, key);
  return child === undefined ? [] : [key, ...existing(child, rest)];
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce(childOf, value);
}

function childOf(value: unknown, key: PropertyKey): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) && Object.hasOwn(value, key) ? value[String(key)] : undefined;
}

function without(value: unknown, paths: readonly Path[]): unknown {
  const byKey = Map.groupBy(paths, ([key]) => String(key));
  const keep = ([key, child]: readonly [string, unknown]): readonly [string, unknown][] => {
    const inside = byKey.get(key);
    if (inside === undefined) return [[key, child]];
    if (inside.some(({ length }) => length === 1)) return [];
    return [
      [
        key,
        without(
          child,
          inside.map((path) => path.slice(1)),
        ),
      ],
    ];
  };
  if (Array.isArray(value))
    return value.flatMap((child, i) => keep([String(i), child]).map(([, kept]) => kept));
  return isObject(value) ? Object.fromEntries(Object.entries(value).flatMap(keep)) : value;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
