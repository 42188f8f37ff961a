/** How many of the latest records of a kind are used again: older ones are likelier to be gone. */
const latest = 15;

/** The records that were made so far, as their Location headers tell: what requests can refer to. */
export function knownRecords() {
  /** The steps of each path, such as `["annotations", "12"]`. */
  let places: (readonly string[])[] = [];
  const tags: string[] = ["*"];

  return {
    /** @param location such as `/api/v1/capturesources/3/keys/7`: a record of the kind `keys` */
    remember(location: string): void {
      places.push(stepsOf(location));
    },

    /** Has no effect where no record was. */
    forget(location: string): void {
      const gone = stepsOf(location).join("/");
      places = places.filter((place) => place.join("/") !== gone);
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
      const named = places.filter((place) => kind !== "" && place.at(-2)?.startsWith(kind));
      return choose(named.length > 0 ? named : places, n)?.at(-1);
    },

    /** The parameters of a path by which it leads to a record. */
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
