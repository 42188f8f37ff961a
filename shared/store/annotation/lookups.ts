import { entriesIn } from "../../index/list-index.ts";
import type { Table } from "../../table/table.ts";
import { movedParents } from "../../table/tasks.ts";
import { usersCalled } from "../person/user-reader.ts";
import { sourcesWithin } from "../place/places.ts";
import { captureSourcesAt } from "../source/reader.ts";
import { speciesNamed, speciesWithIds } from "../species/names.ts";
import { speciesOfTaxon } from "../species/reader.ts";
import type { Lookups } from "./filters.ts";
import { withRightTimes } from "./moved-times.ts";

/** The look-ups that the filters of annotations need. */
export function annotationLookups(table: Table): Lookups {
  return {
    usersCalled: usersCalled(table),
    speciesNamed: speciesNamed(table),
    speciesWithIds: speciesWithIds(table),
    speciesOfTaxon: speciesOfTaxon(table),
    sourcesAt: captureSourcesAt(table),
    sourcesWithin: sourcesWithin(table),
    idsBetween: async (span) => (await entriesIn(table, span)).map(({ id }) => id),
    movedParents: () => movedParents(table),
    withRightTimes: (parents, others, byTime, time) => withRightTimes(table, parents, others, byTime, time),
  };
}
