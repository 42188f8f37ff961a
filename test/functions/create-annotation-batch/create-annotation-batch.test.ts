import { expect, test } from "vitest";
import { annotationBatch } from "../../../functions/create-annotation-batch/annotation-batch.ts";
import { createAnnotationBatch } from "../../../functions/create-annotation-batch/create-annotation-batch.ts";
import type { User } from "../../../shared/domain/person/user.ts";
import { invalid } from "../../../shared/domain/wire/fault.ts";
import { withTimeLeft } from "../../../shared/runtime/retry.ts";
import { useTable } from "../../support/dynamo/use-table.ts";

const database = useTable();

test.each([
  ["an item for which there was no time", 0, 503, { "Retry-After": "1" }],
  ["no item to send again", 20_000, 400, {}],
])(
  "the response to a batch with %s has Retry-After only if an item must be sent again",
  async (_, leftMs, status, headers) => {
    const run = createAnnotationBatch({
      open: () => ({
        build: async () => {
          throw invalid("/videostreamId", "There is no video stream 1.");
        },
        warn: async () => [],
      }),
      createBatch: annotationBatch(database.table),
    });
    const item = {
      videostreamId: 1,
      timespan: { start: "00:00:01", end: "00:00:02" },
      observer: "x",
      observation: { a: "b" },
    };
    const idempotencyFor = (key: string) => ({ digest: key, bodyHash: "" });
    const input = { body: [item, "nonsense"], idempotencyKey: "a", idempotencyFor };
    const answer = await withTimeLeft(leftMs, () => run(input, {} as User));
    expect(answer.body.map((result) => result.status)).toEqual([status, 400]);
    expect(answer.headers).toEqual(headers);
  },
);
