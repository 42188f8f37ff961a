import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: "parts", include: ["test/**/*.test.ts"], exclude: ["test/http/**"] } },
      // These talk over HTTP to one local stack that runs beside them.
      {
        extends: true,
        test: { name: "http", include: ["test/http/**/*.test.ts"], globalSetup: "test/support/serve.ts" },
      },
    ],
  },
});
