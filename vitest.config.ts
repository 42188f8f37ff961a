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

/** `quick`, `long`, `soak` or `browsers`: set by the scripts `test:quick`, `test:long` and so on. */
const suite = process.env["SUITE"];

/** The suites that `npm run test:quick` leaves out. They take most of the time of all that start no stack. */
const slow = [
  "test/properties/*.test.ts",
  "test/shared/transfer/exports/{camtrap-dp,exports,stills,training}.test.ts",
  "test/shared/transfer/imports/imports.test.ts",
  "test/shared/media/fetch/hostile-sources.test.ts",
];

/** Tests of the page that add records of their own: the demonstration must stay as it is. */
const withBrowser = [
  "test/web/failing-decoder",
  "test/web/fallbacks",
  "test/web/frames",
  "test/web/labelling",
  "test/web/touch",
  "test/web/uploading",
];

/** The tests of files without their ending: the long ones, those of all browsers, or the others, or in a soak both. */
function testsOf(files: readonly string[], except: readonly string[] = []) {
  const ending = suite === "long" || suite === "browsers" ? `.${suite}.test.ts` : ".test.ts";
  return {
    include: files.map((file) => `${file}${ending}`),
    exclude: [
      ...except.map((file) => `${file}${ending}`),
      ...(suite === undefined || suite === "quick" ? ["**/*.long.test.ts"] : []),
      ...(suite === "browsers" ? [] : ["**/*.browsers.test.ts"]),
      ...(suite === "quick" ? slow : []),
    ],
  };
}

const parts = testsOf(["test/**/*"], ["test/http/**/*", "test/web/browser/**/*", ...withBrowser]);

export default defineConfig({
  test: {
    // Long, so that a busy machine fails nothing. Only failures take that long.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
    // Tests mostly wait for other processes, or for a time to pass: two workers leave two cores idle for 40 % of the time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: "parts",
          // Loading the modules anew for each of 250 files takes a minute. So they must leave no trace.
          isolate: false,
          setupFiles: "test/support/leave-no-trace.ts",
          ...parts,
          include: [...parts.include, ...(suite === "long" ? ["test/properties/*.test.ts"] : [])],
        },
      },
      // These talk over HTTP to one local stack that runs beside them.
      {
        extends: true,
        test: {
          name: "http",
          ...testsOf(suite === "browsers" ? ["test/web/*"] : ["test/http/**/*", ...withBrowser]),
          globalSetup: [
            "test/support/stack/serve.ts",
            ...(suite === "browsers" ? ["test/web/support/browsers/serve-screen.ts"] : []),
          ],
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
