import { expect, test } from "vitest";
import { batch } from "../../../web/api/batch.ts";

test("sends questions that are asked at the same moment in one request, up to its maximum number", async () => {
  const requests: number[][] = [];
  const ask = batch<number, string>(async (questions) => {
    requests.push([...questions]);
    return questions.map((question) => `answer ${question}`);
  }, 3);
  const first = Promise.all([1, 2, 3, 4].map(ask));
  expect(await first).toEqual(["answer 1", "answer 2", "answer 3", "answer 4"]);
  expect(await ask(5)).toBe("answer 5");
  expect(requests).toEqual([[1, 2, 3], [4], [5]]);
});

test("a failed request rejects only its own questions", async () => {
  const ask = batch<number, number>(async (questions) => {
    if (questions.includes(1)) throw new Error("refused");
    return questions;
  }, 2);
  const results = await Promise.allSettled([1, 2, 3].map(ask));
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
});

test("rejects questions without a result in the response", async () => {
  const ask = batch<number, number>(async () => [1], 2);
  const results = await Promise.allSettled([1, 2].map(ask));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
});
