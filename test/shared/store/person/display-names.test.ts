import { beforeEach, describe, expect, test } from "vitest";
import { annotationLookups } from "../../../../shared/store/annotation/lookups.ts";
import { annotationById, listAnnotations } from "../../../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../../../shared/store/annotation/writer.ts";
import { userByEmail, userById } from "../../../../shared/store/person/user-reader.ts";
import { type UserWriter, userWriter } from "../../../../shared/store/person/user-writer.ts";
import { captureSourceWriter } from "../../../../shared/store/source/writer.ts";
import { videoStreamWriter } from "../../../../shared/store/stream/writer.ts";
import type { Table } from "../../../../shared/table/table.ts";
import { putAll, segmentItems } from "../../../support/dynamo/bulk.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { plainAnnotation, plainSource, plainStream } from "../../../support/plain-records.ts";

const database = useTable();
let table: Table;
let users: UserWriter;
beforeEach(async () => {
  table = await database.fresh();
  users = userWriter(table);
});

let addresses = 0;
/** Signs a new user in with a token that has this name. */
async function signIn(tokenName: string | undefined) {
  const user = await users.register(`${++addresses}@example.org`, "annotator", tokenName);
  if (user === "changed-meanwhile") throw new Error(user);
  return user;
}
/** Changes a user's name, and returns the name that the user then has. */
async function rename(id: number, displayName: string): Promise<string> {
  const user = await userById(table)(id);
  const changed = user && (await users.update(user, { displayName }));
  return typeof changed === "object" ? changed.displayName : String(changed);
}

describe("a first sign-in", () => {
  test("adds the user's id to the token's name if another user has this name, whatever its case", async () => {
    const names = [];
    for (const name of ["Ann", "ann@example.org", "ＡＮＮ", undefined, "user 1"]) {
      names.push((await signIn(name)).displayName);
    }
    expect(names).toEqual(["Ann", "ann 2", "ＡＮＮ 3", "user 4", "user 1 5"]);
  });

  test("gives the user's default name if the name with the id is taken as well", async () => {
    await signIn("Ann");
    await signIn("Ann 3");
    expect((await signIn("Ann")).displayName).toBe("user 3");
  });

  test("gives twenty people with the same name twenty different names", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => signIn("Ann")));
    const names = all.map(({ displayName }) => displayName);
    expect(new Set(names).size).toBe(20);
    expect(names).toContain("Ann");
  });

  test("keeps the name that an admin gave to an invited user", async () => {
    await users.invite("ann@example.org", "annotator", userByEmail(table), undefined);
    expect(await rename(1, "Dr Ann")).toBe("Dr Ann");
    const invited = await userById(table)(1);
    expect(invited && (await users.acceptInvitation(invited, "Ann"))).toMatchObject({
      displayName: "Dr Ann",
    });
  });
});

describe("a change of the name", () => {
  test("is refused if the new name belongs to another enabled user or is reserved for the service", async () => {
    const [ann, bea] = [await signIn("Ann"), await signIn("Bea")];
    for (const name of ["Ann", "aNN", "user 1", "Deleted User", "unknown user"]) {
      expect(await rename(bea.id, name), name).toBe("name-taken");
    }
    expect(await rename(ann.id, "ANN")).toBe("ANN");
    expect(await rename(bea.id, "user 2")).toBe("user 2");
  });

  test("frees the old name, as the deletion of the user does", async () => {
    const [ann, bea] = [await signIn("Ann"), await signIn("Bea")];
    expect(await rename(ann.id, "Cy")).toBe("Cy");
    expect(await rename(bea.id, "Ann")).toBe("Ann");
    const changed = await userById(table)(bea.id);
    expect(changed && (await users.update(changed, { disabled: true }))).toMatchObject({ disabled: true });
    expect(await rename(ann.id, "Ann")).toBe("Ann");
    // Bea gets another name when she is restored, because her old name is taken.
    await users.invite(bea.email, "annotator", userByEmail(table), undefined);
    const restored = await userById(table)(bea.id);
    expect(restored).toMatchObject({ displayName: "user 2", invited: true });
    expect(restored && (await users.acceptInvitation(restored, "Ann"))).toMatchObject({
      displayName: "Ann 2",
    });
  });
});

describe("the observer of annotations", () => {
  let stream: number;
  beforeEach(async () => {
    const source = {
      name: "",
      location: "1,2",
      cameraHardware: "",
      ...plainSource,
    };
    expect(await captureSourceWriter(table).create(source, undefined)).toMatchObject({ id: 1 });
    const fields = {
      source: 1,
      url: "https://example.org/a",
      startMs: 0,
      endMs: 60_000,
      ...plainStream,
    };
    const made = await videoStreamWriter(table).create(async () => fields, undefined);
    stream = typeof made === "object" ? made.id : 0;
  });
  const keypoints = [{ box: { x1: 1, y1: 2, x2: 3, y2: 4 }, timeMs: 5 }];
  const create = async (author: number, observer: string | undefined) => {
    const times = { startMs: 0, endMs: 1, createdMs: 0, changedMs: 0 };
    const none = { boundingBox: undefined, observation: undefined, identifications: [], ...plainAnnotation };
    const records = { videostream: stream, source: 1, author: { id: author, source: undefined } };
    const build = async () => ({ ...times, ...none, ...records, keypoints, observer });
    const made = await annotationWriter(table).create(build, undefined);
    return typeof made === "object" ? made.id : 0;
  };
  const found = async (observer: string) => {
    const list = listAnnotations(table, annotationLookups(table));
    const { rows, total } = await list({ observer, observation: [] }, { offset: 0, limit: 20 });
    expect(total).toBe(rows.length);
    return rows.map(({ id }) => id);
  };

  test("shows the new name of a renamed user without a write to the annotations", async () => {
    const ann = await signIn("Ann");
    const [own, typed, other] = [await create(1, undefined), await create(1, "Ann"), await create(9, "Ann")];
    expect(await found("Ann")).toEqual([own, typed, other]);
    const before = await annotationById(table)(own);
    await rename(ann.id, "Annabel");
    expect(await annotationById(table)(own)).toEqual(before);
    expect(await found("Ann")).toEqual([typed, other]);
    expect(await found("Annabel")).toEqual([own]);
    expect(await found("annabel")).toEqual([]);
    expect(await found(ann.email)).toEqual([own]);
    expect(await found(ann.email.toUpperCase())).toEqual([own]);
    expect(await found(`${ann.email}x`)).toEqual([]);
    expect(await found("@".repeat(5000))).toEqual([]);
  });

  test("is `deleted user` for all deleted users, so a filter by this text finds their annotations", async () => {
    const [ann, bea] = [await signIn("Ann"), await signIn("Bea")];
    const ids = [await create(ann.id, undefined), await create(bea.id, undefined)];
    for (const user of [ann, bea]) await users.update(user, { disabled: true });
    expect(await found("deleted user")).toEqual(ids);
    expect(await found("Ann")).toEqual([]);
    expect(await found(bea.email)).toEqual([ids[1]]);
  });

  test("cannot be a filter if more than 100 users have the name", async () => {
    const ids = Array.from({ length: 101 }, (_, i) => i + 1);
    const deleted = (some: readonly number[]) =>
      putAll(table, segmentItems("user", ["dn", "deleted user"], some));
    await deleted(ids.slice(0, 100));
    expect(await found("deleted user")).toEqual([]);
    await deleted(ids);
    await expect(found("deleted user")).rejects.toThrow("the records of 101 users show this name");
  });
});
