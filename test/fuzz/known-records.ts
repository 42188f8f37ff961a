/**
 * Requests use only this number of the latest records of a kind, because older records are more likely to be deleted.
 */
const latest = 15;

/** Records that exist so far, known from Location headers. Requests refer to them. */
export function knownRecords() {
  /** The path of each record, as steps such as `["annotations", "12"]`. */
  let places: (readonly string[])[] = [];
  const tags: string[] = ["*"];

  return {
    /** @param location such as `/api/v1/capturesources/3/keys/7`: a record of the kind `keys` */
    remember(location: string): void {
      places.push(stepsOf(location));
    },

    /** Forgets a record. Has no effect for an unknown record. */
    forget(location: string): void {
      const deleted = stepsOf(location).join("/");
      places = places.filter((place) => place.join("/") !== deleted);
    },

    rememberTag: (tag: string) => tags.push(tag),
    tag: (n: number) => choose(tags, n),

    /**
     * Returns an id for a field or parameter, by its name: `species_id` and `species` mean a species, and `videostreamId`
     * means a video stream. A name without a kind may get the id of any record.
     * @param n chooses one of the ids
     */
    idFor(name: string, n: number): string | undefined {
      const kind = name.toLowerCase().replace(/_?id$/, "");
      const named = places.filter((place) => kind !== "" && place.at(-2)?.startsWith(kind));
      return choose(named.length > 0 ? named : places, n)?.at(-1);
    },

    /** Returns parameters with which a path leads to a known record. */
    parametersOf(template: string, n: number): Record<string, string> | undefined {
      const steps = template.split("/").slice(1);
      const fitting = places.filter(
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

/** @param location such as `/api/v1/species/3` */
function stepsOf(location: string): readonly string[] {
  return location.split("/").slice(3).map(decodeURIComponent);
}

function choose<T>(choices: readonly T[], n: number): T | undefined {
  return choices[choices.length - 1 - (n % Math.min(latest, choices.length))];
}
