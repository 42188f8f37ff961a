import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { jobs } from "../../lib/jobs.ts";

const folder = path.join(import.meta.dirname, "../../functions/jobs");

test("lib/jobs.ts lists exactly the jobs that have a folder", () => {
  expect(jobs.map(({ name }) => name).sort()).toEqual(readdirSync(folder).sort());
});

test.each(jobs)("$name has a verb or verb-noun name, a summary that is a sentence, and a handler", (job) => {
  expect(job.name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(job.summary).toMatch(/^[A-Z].*\.$/);
  expect(existsSync(path.join(folder, job.name, "handler.ts"))).toBe(true);
});
