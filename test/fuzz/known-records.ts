/** How many of the latest records of a kind are used again: older ones are likelier to be gone. */
const latest = 15;

/** The records that were made so far, as their Location headers tell: what requests can refer to. */
export function knownRecords() {
  const places: string[] = [];
  const byKind = new Map<string, string[]>();
  const tags: string[] = ["*"];

  return {
    /** @param location such as `/api/v1/capturesources/3/keys/7`: a record of the kind `keys` */
    remember(location: string): void {
      const steps = location.split("/").slice(3).map(decodeURIComponent);
      const [kind = "", id = ""] = steps.slice(-2);
      places.push(steps.join("/"));
      byKind.set(kind, [...(byKind.get(kind) ?? []), id]);
    },

    rememberTag: (tag: string) => tags.push(tag),
    tag: (n: number) => choose(tags, n),

    /**
     * An id for a field or parameter, by its name: `species_id` and `species` are a species', `videostreamId` a
     * video stream's. Of any kind where the name says none.
     * @param n which of them
     */
    idFor(name: string, n: number): string | undefined {
      const kind = name.toLowerCase().replace(/_?id$/, "");
      const named = [...byKind.keys()].find((each) => kind !== "" && each.startsWith(kind));
      return choose(named === undefined ? [...byKind.values()].flat() : (byKind.get(named) ?? []), n);
    },

    /** The parameters of a path by which it leads to a record. */
    parametersOf(template: string, n: number): Record<string, string> | undefined {
      const steps = template.split("/").slice(1);
      const fitting = places
        .map((place) => place.split("/"))
        .filter(
          (place) =>
            place.length <= steps.length &&
            place.every((step, i) => steps[i]?.startsWith("{") || steps[i] === step),
        );
      const place = choose(fitting, n);
      if (place === undefined) return undefined;
      return Object.fromEntries(
        place.flatMap((step, i) => {
          const name = /^\{(.+)\}$/.exec(steps[i] ?? "")?.[1];
          return name === undefined ? [] : [[name, step]];
        }),
      );
    },
  };
}

export type KnownRecords = ReturnType<typeof knownRecords>;

function choose<T>(choices: readonly T[], n: number): T | undefined {
  return choices[choices.length - 1 - (n % Math.min(latest, choices.length))];
}
