import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import type { Annotation } from "../../../shared/domain/annotation/annotation.ts";
import { userItem } from "../../../shared/store/person/user-item.ts";
import { referencesOf } from "../../../shared/store/references.ts";
import { viewAnnotation } from "../../../shared/views/annotation/shape.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { plainAnnotation } from "../../support/plain-records.ts";

const database = useTable();

const annotation: Annotation = {
  id: 1,
  videostream: 77,
  source: 88,
  startMs: 0,
  endMs: 1000,
  keypoints: undefined,
  boundingBox: undefined,
  observer: "x",
  observation: undefined,
  ...plainAnnotation,
  identifications: [{ species: 99, blank: false, voters: [5, 6] }],
  author: { id: 5, source: undefined },
  createdMs: 0,
  changedMs: 0,
  version: 1,
};

test("an annotation is shown in both shapes even if its user, species and stream are missing", async () => {
  const { table } = database;
  const references = await referencesOf(
    table,
    [annotation, { ...annotation, author: { id: 9, source: 88 } }],
    "full",
  );
  expect(viewAnnotation(annotation, "identification", references)).toMatchObject({
    created_by: { id: 5, display_name: "unknown user" },
    identifications: [{ species: { id: 99, common_name: "unknown species" } }],
    videostream: { id: 77, stream_url: "" },
  });
  expect(viewAnnotation(annotation, "observation", references)).toMatchObject({
    observation: { species: "unknown species" },
  });
  expect(references.author({ id: 9, source: 88 })).toEqual({
    id: 9,
    display_name: "unknown capture source",
    role: "camera",
  });
});

test("users are shown with their current names, but deleted users as `deleted user`", async () => {
  const { table } = database;
  const ann = { id: 5, email: "ann@example.org", displayName: "Ann", role: "curator" as const, version: 1 };
  const items = [
    userItem({ ...ann, disabled: false, invited: false }),
    userItem({ ...ann, id: 6, email: "bob@example.org", disabled: true, invited: false }),
  ];
  for (const Item of items) await table.client.send(new PutCommand({ TableName: table.name, Item }));
  const { user } = await referencesOf(table, [annotation], "full");
  expect(user(5)).toEqual({ id: 5, display_name: "Ann", role: "curator" });
  expect(user(6)).toEqual({ id: 6, display_name: "deleted user", role: "curator" });
});
