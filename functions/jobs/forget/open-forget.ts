import { setTimeout as sleep } from "node:timers/promises";
import { displayNameKey } from "../../../shared/domain/person/display-name.ts";
import { removeUnusedTerm } from "../../../shared/index/list-index.ts";
import { annotationById, annotationIdsOf } from "../../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../../shared/store/annotation/writer.ts";
import { forgetObserver } from "../../../shared/store/history/observers.ts";
import { userByEmail } from "../../../shared/store/person/user-reader.ts";
import { userWriter } from "../../../shared/store/person/user-writer.ts";
import { openTable, type Table } from "../../../shared/table/table.ts";
import { type Deps, findPersonalData, forget } from "./forget.ts";

/** Longer than any request can run: API Gateway waits for at most 29 s (its quota). */
const longestRequestMs = 30_000;

/** Opens the job of a table with the environment's credentials. */
export function openForget(tableName: string) {
  const deps = depsOf(openTable(tableName), () => sleep(longestRequestMs));
  return { find: findPersonalData(deps), forget: forget(deps) };
}

export function depsOf(table: Table, requestsEnded: () => Promise<void>): Deps {
  return {
    findUser: userByEmail(table),
    annotationIdsOf: (observer) => annotationIdsOf(table)("ob", observer),
    findAnnotation: annotationById(table),
    annotations: annotationWriter(table),
    users: userWriter(table),
    removeObserver: (observer) => removeUnusedTerm(table, "annotation", ["ob", observer]),
    forgetObserver: (observer) => forgetObserver(table, observer),
    removeName: async (displayName) => {
      await removeUnusedTerm(table, "user", ["dn", displayName]);
      await removeUnusedTerm(table, "user", ["dk", displayNameKey(displayName)]);
    },
    requestsEnded,
  };
}
