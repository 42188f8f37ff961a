import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { onlyHere } from "./test/support/stack/elsewhere.ts";

const elsewhere = {
  extends: true as const,
  test: {
    name: "api",
    include: ["test/http/**/*.test.ts"],
    exclude: onlyHere.map(([file]) => `test/http/${file}.test.ts`),
    globalSetup: "test/support/stack/serve-elsewhere.ts",
    setupFiles: "test/support/stack/skip-elsewhere.ts",
  },
};

/** `quick` and `long` are run by the scripts `test:quick` and `test:long`. */
const suite = process.env["SUITE"];

/** The suites that `npm run test:quick` leaves out. They take most of the time of all that start no stack. */
const slow = [
  "test/properties/*.test.ts",
  "test/bench/budgets.test.ts",
  "test/local/lambda/lambda-service.test.ts",
  "test/shared/transfer/exports/{camtrap-dp,exports,stills,training,while-writing}.test.ts",
  "test/shared/transfer/imports/imports.test.ts",
  "test/shared/index/check/*.test.ts",
  "test/shared/index/{pages-by-time,time-order-costs,timespan-index}.test.ts",
  "test/shared/media/{cut/bytes-taken,fetch/hostile-sources,cut/hostile-videos,cut/kinds-of-video,cut/memory}.test.ts",
];

/** Tests of the page that add records of their own: the demonstration must stay as it is. */
const withBrowser = ["test/web/frames", "test/web/labelling", "test/web/uploading"];

/** The tests of these files without their ending: those that take long, or the others. */
function testsOf(files: readonly string[], except: readonly string[] = []) {
  const named = (all: readonly string[], ending: string) => all.map((file) => `${file}${ending}`);
  if (suite === "long")
    return { include: named(files, ".long.test.ts"), exclude: named(except, ".long.test.ts") };
  return {
    include: named(files, ".test.ts"),
    exclude: ["**/*.long.test.ts", ...named(except, ".test.ts"), ...(suite === "quick" ? slow : [])],
  };
}

export default defineConfig({
  test: {
    // Long, so that a busy machine fails nothing. Only failures take that long.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
    // Vitest leaves a core free for itself. Here tests mostly wait for other processes, or for a time to pass.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: "parts",
          // Loading the modules anew for each of 250 files takes a minute. So they must leave no trace.
          isolate: false,
          setupFiles: "test/support/leave-no-trace.ts",
          ...testsOf(["test/**/*"], ["test/http/**/*", "test/web/browser/**/*", ...withBrowser]),
        },
      },
      // These talk over HTTP to one local stack that runs beside them.
      {
        extends: true,
        test: {
          name: "http",
          ...testsOf(["test/http/**/*", ...withBrowser]),
          globalSetup: "test/support/stack/serve.ts",
        },
      },
      // The page in a browser, on a local stack with the demonstration.
      {
        extends: true,
        test: {
          name: "web",
          ...testsOf(["test/web/browser/**/*"]),
          globalSetup: "test/web/support/serve-demonstration.ts",
        },
      },
      // The HTTP tests against a deployment somewhere else, which `npm run test:api` names.
      ...(process.env["TEST_API_ORIGIN"] === undefined ? [] : [elsewhere]),
    ],
  },
});
