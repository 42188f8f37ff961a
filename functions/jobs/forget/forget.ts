import type { Annotation } from "../../../shared/domain/annotation/annotation.ts";
import type { Actor } from "../../../shared/domain/person/actor.ts";
import { deletedName } from "../../../shared/domain/person/display-name.ts";
import { emailKey } from "../../../shared/domain/person/email.ts";
import { refusedChange, type User } from "../../../shared/domain/person/user.ts";
import { Fault } from "../../../shared/domain/wire/fault.ts";
import { asActor } from "../../../shared/runtime/admission.ts";
import type { AnnotationWriter } from "../../../shared/store/annotation/writer.ts";
import type { UserWriter } from "../../../shared/store/person/user-writer.ts";
import { retryChanged } from "../../../shared/table/retry-changed.ts";

/** A person whose data will be deleted, with other texts that users typed as the person's `observer`. */
export type Person = { readonly email: string; readonly observers: readonly string[] };

/** Personal data in the table: the user, and for each `observer` text that names the person the ids of annotations. */
export type PersonalData = {
  readonly user: User | undefined;
  readonly annotations: ReadonlyMap<string, readonly number[]>;
};

/**
 * `done` is `false` if time ran out. The next run then continues. `users` and `annotations` are numbers of changed
 * records.
 */
export type Forgotten = { readonly done: boolean; readonly users: number; readonly annotations: number };

export type Deps = {
  readonly findUser: (email: string) => Promise<User | undefined>;
  readonly annotationIdsOf: (observer: string) => Promise<readonly number[]>;
  readonly findAnnotation: (id: number) => Promise<Annotation | undefined>;
  readonly annotations: Pick<AnnotationWriter, "update">;
  readonly users: Pick<UserWriter, "update" | "forget">;
  /** Removes an observer without annotations from the list index. */
  readonly removeObserver: (observer: string) => Promise<void>;
  /** Removes an observer from the histories and from deleted annotations. */
  readonly forgetObserver: (observer: string) => Promise<void>;
  /** Removes the name of a deleted user from the list index. */
  readonly removeName: (displayName: string) => Promise<void>;
  /** Waits until all requests that are running now have ended. */
  readonly requestsEnded: () => Promise<void>;
};

/** Number of annotations changed at a time. Consecutive ids share no index segment (docs/adr/0005). */
const concurrency = 8;

/** Finds the data that `forget` changes, with the list index. */
export function findPersonalData({ findUser, annotationIdsOf }: Pick<Deps, "findUser" | "annotationIdsOf">) {
  return async ({ email, observers }: Person): Promise<PersonalData> => {
    const user = await findUser(email);
    const names = user ? [user.email, user.displayName] : [];
    const texts = new Set([email, emailKey(email), ...names, ...observers]);
    texts.delete(deletedName);
    const found = [...texts].map(async (text) => [text, await annotationIdsOf(text)] as const);
    return { user, annotations: new Map(await Promise.all(found)) };
  };
}

/**
 * Deletes a person's data. The person's annotations and votes are kept, with the name "deleted user". A run may be
 * killed at any point, because the user's record, which has the texts to search for, is erased last.
 * @param canContinue returns false when time has run out
 * @throws Fault `conflict` for the last admin
 */
export function forget(deps: Deps) {
  const { findUser, annotationIdsOf, findAnnotation, annotations, users } = deps;

  /** Disables the user, unless an earlier run has done so. */
  async function lockOut(email: string): Promise<void> {
    const lockedOut = await retryChanged(async () => {
      const user = await findUser(email);
      return user === undefined || user.disabled ? undefined : users.update(user, { disabled: true });
    });
    if (lockedOut === "last-admin" || lockedOut === "name-taken") throw refusedChange(lockedOut);
    if (lockedOut !== undefined) await deps.requestsEnded();
  }

  const replaceObserver = (id: number, observer: string) =>
    retryChanged(async () => {
      const annotation = await findAnnotation(id);
      if (annotation?.observer !== observer) return false;
      const updated = await annotations.update(annotation, { ...annotation, observer: deletedName });
      return typeof updated === "object" ? true : "changed-meanwhile";
    });

  /** Returns the number of users erased. */
  const erase = (email: string) =>
    retryChanged(async () => {
      const user = await findUser(email);
      if (user === undefined) return 0;
      if (!user.disabled)
        throw new Fault("conflict", "The person was invited again during this run. Run the job again.");
      return (await users.forget(user)) === "forgotten" ? 1 : "changed-meanwhile";
    });

  async function forgetPerson(
    person: Person,
    canContinue: () => boolean,
    report?: (replaced: number) => void,
  ) {
    await lockOut(person.email);
    const found = await findPersonalData(deps)(person);
    let replaced = 0;
    for (const observer of found.annotations.keys()) {
      // Repeats until no annotation has the text, because others may use the text during the run.
      for (let before = -1; before < replaced; ) {
        before = replaced;
        const ids = await annotationIdsOf(observer);
        for (let i = 0; i < ids.length; i += concurrency) {
          if (!canContinue()) return { done: false, users: 0, annotations: replaced };
          const group = ids.slice(i, i + concurrency).map((id) => replaceObserver(id, observer));
          replaced += (await Promise.all(group)).filter(Boolean).length;
          report?.(replaced);
        }
      }
      await deps.removeObserver(observer);
      await deps.forgetObserver(observer);
    }
    if (found.user) await deps.removeName(found.user.displayName);
    return { done: true, users: await erase(person.email), annotations: replaced };
  }

  return (...args: Parameters<typeof forgetPerson>): Promise<Forgotten> =>
    asActor({ job: "forget" } satisfies Actor, () => forgetPerson(...args));
}
