import fc from "fast-check";

/** Values that no field expects, and values that are known to break software. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, "", " ", 0, -0, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]], { $ref: "#" }),
  fc.constantFrom<unknown>(
    "\u0000",
    "\ud800",
    "‮",
    "a".repeat(3000),
    "é".repeat(1025),
    "NaN",
    "null",
    "*",
    "\\*",
    "%00",
  ),
  fc.constantFrom<unknown>("2026-02-30T00:00:00Z", "99999:59:59.999", "91,181", "-0,-0", "1", "0x10", "1e3"),
  fc.string({ unit: "binary" }),
  fc.double(),
  fc.jsonValue(),
);

/** Values with one change: a replaced value, a missing field, or an additional field. */
export function spoiled(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.constantFrom("replace" as const, "remove" as const, "add" as const);
  return fc.tuple(values, fc.nat(), change, hostile).map(([value, n, how, hostileValue]) => {
    const copy = structuredClone({ value });
    const places = placesIn(copy);
    const [parent, key] = places[n % places.length] as Place;
    if (how === "replace") parent[key] = hostileValue;
    else if (how === "remove" && !Array.isArray(parent)) delete parent[key];
    else if (typeof parent[key] === "object" && parent[key] !== null)
      (parent[key] as Parent)["more"] = hostileValue;
    else parent["more"] = hostileValue;
    return copy.value;
  });
}

type Parent = Record<string, unknown>;
type Place = readonly [parent: Parent, key: string];

function placesIn(parent: object): readonly Place[] {
  return Object.entries(parent).flatMap(([key, value]) => [
    [parent as Parent, key] as const,
    ...(typeof value === "object" && value !== null ? placesIn(value) : []),
  ]);
}
