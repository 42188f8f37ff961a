import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seed } from "../../local/seed/seed.ts";
import { admin } from "../support/api/api.ts";
import { description } from "../support/api/api-description.ts";
import { anchorOf } from "../support/docs/markdown.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";

const page = readFileSync(path.join(import.meta.dirname, "../../docs/find.md"), "utf8");
const questions = [...page.matchAll(/^### (\d+)\. (.*)\n\n```sh\n([^`]*)```\n\n\S/gm)].map(
  ([, number, title = "", commands = ""]) => ({
    number: Number(number),
    title,
    requests: requestsOf(commands),
  }),
);

/** Returns the requests of a block of commands. The number after a request is its total or its number of rows. */
function requestsOf(commands: string): readonly { readonly path: string; readonly size: number }[] {
  return commands
    .trim()
    .split("\n")
    .map((line) => {
      const [, target = "", size] = /^call "\$API(\/\S*)" +# (\d+)$/.exec(line) ?? [];
      return { path: target, size: Number(size) };
    });
}

let stack: Awaited<ReturnType<typeof startOwnStack>>;
let token: string;
beforeAll(async () => {
  stack = await startOwnStack();
  await seed(stack.api.origin, admin, stack.api.tokenFor, stack.putVideoOnce);
  token = (await stack.api.userWith("readonly")).token;
});
afterAll(() => stack.close());

/** Returns the total of a list, or the number of rows of counts. */
async function sizeOf(target: string): Promise<number> {
  const { status, body } = await stack.api.call("GET", target, { token });
  expect([target, status]).toEqual([target, 200]);
  return body.rows?.length ?? body.total;
}

describe("the page Find", () => {
  test("has twenty questions, each with its requests", () => {
    expect(questions.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    for (const { requests } of questions) expect(requests).not.toContainEqual({ path: "", size: Number.NaN });
  });

  test.each(questions)("states the number of results for question $number: $title", async ({ requests }) => {
    for (const { path: target, size } of requests) {
      expect([target, await sizeOf(target)]).toEqual([target, size]);
      expect(size).toBeGreaterThan(0);
    }
  });

  test("has a link to each question", () => {
    const links = [...page.matchAll(/\]\(#(\d+-[^)]*)\)/g)].map(([, anchor]) => anchor);
    expect(links).toEqual(questions.map(({ number, title }) => anchorOf(`${number}. ${title}`)));
  });
});

/**
 * Every request in the texts of the API's description, such as `GET /annotations?videostream=4`. Those with a parameter in
 * braces are no examples.
 */
const inWords = Object.values<Record<string, { description?: string }>>(description.paths)
  .flatMap((methods) => Object.values(methods).map(({ description: words = "" }) => words))
  .flatMap((words) => [...words.matchAll(/`GET (\/[^\s{]+\?\S+)`/g)].map(([, target = ""]) => target));

test("the API's description contains example requests", () => expect(inWords.length).toBeGreaterThan(5));

test.each(inWords)("GET %s, an example in the API's description, finds records", async (target) => {
  expect(await sizeOf(target)).toBeGreaterThan(0);
});
