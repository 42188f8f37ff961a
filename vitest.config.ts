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

/** The suites that `npm run test:quick` leaves out. They take most of the time of all that start no stack. */
const long = [
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
const withBrowser = ["test/web/frames.test.ts", "test/web/labelling.test.ts", "test/web/uploading.test.ts"];

/** Tests that take long, or longer forms of others. */
const onlyLong = "test/**/*.long.test.ts";

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
          include: ["test/**/*.test.ts"],
          exclude: [
            "test/http/**",
            "test/web/browser/**",
            ...withBrowser,
            onlyLong,
            ...(process.env["QUICK"] === undefined ? [] : long),
          ],
        },
      },
      // These talk over HTTP to one local stack that runs beside them.
      {
        extends: true,
        test: {
          name: "http",
          include: ["test/http/**/*.test.ts", ...withBrowser],
          globalSetup: "test/support/stack/serve.ts",
        },
      },
      // The page in a browser, on a local stack with the demonstration.
      {
        extends: true,
        test: {
          name: "web",
          include: ["test/web/browser/**/*.test.ts"],
          exclude: [onlyLong],
          globalSetup: "test/web/support/serve-demonstration.ts",
        },
      },
      // The HTTP tests against a deployment somewhere else, which `npm run test:api` names.
      ...(process.env["TEST_API_ORIGIN"] === undefined ? [] : [elsewhere]),
    ],
  },
});
