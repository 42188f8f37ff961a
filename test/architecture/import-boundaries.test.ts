import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

const root = path.join(import.meta.dirname, "../..");

/** An import, and whether the rules allow it. Each file of the table is written with all of its imports. */
const seeds: readonly [file: string, imported: string, verdict: "allowed" | "refused"][] = [
  ["bin/app.ts", "../lib/service-stack.ts", "allowed"],
  ["bin/openapi.ts", "../shared/openapi/document.ts", "allowed"],
  ["bin/app.ts", "../functions/get-me/contract.ts", "refused"],
  ["bin/app.ts", "../shared/table/schema.ts", "refused"],
  ["bin/app.ts", "../local/stack.ts", "refused"],
  ["bin/app.ts", "../test/support/stack/serve.ts", "refused"],
  ["lib/endpoints.ts", "../functions/get-me/contract.ts", "allowed"],
  ["lib/storage.ts", "../shared/table/schema.ts", "allowed"],
  ["lib/settings.ts", "../shared/runtime/env.ts", "allowed"],
  ["lib/api.ts", "../shared/http/headers.ts", "allowed"],
  ["lib/user-pool.ts", "../shared/domain/person/command-callbacks.ts", "allowed"],
  ["lib/endpoints.ts", "../functions/get-me/get-me.ts", "refused"],
  ["lib/storage.ts", "../shared/table/table.ts", "refused"],
  ["lib/api.ts", "../shared/domain/person/role.ts", "refused"],
  ["lib/api.ts", "../local/options.ts", "refused"],
  ["lib/api.ts", "../bench/table.ts", "refused"],
  ["functions/get-me/get-me.ts", "./contract.ts", "allowed"],
  ["functions/get-me/get-me.ts", "../../shared/table/table.ts", "allowed"],
  ["functions/get-me/handler.ts", "../../shared/serve/serve.ts", "allowed"],
  ["functions/get-me/get-me.ts", "../get-user/get-user.ts", "refused"],
  ["functions/get-me/get-me.ts", "./../get-user/get-user.ts", "refused"],
  ["functions/get-me/get-me.ts", "../../lib/endpoints.ts", "refused"],
  ["functions/get-me/get-me.ts", "../../local/options.ts", "refused"],
  ["functions/get-me/get-me.ts", "../../test/support/stack/serve.ts", "refused"],
  ["functions/get-me/handler.ts", "@middy/core", "refused"],
  ["functions/jobs/reindex/handler.ts", "../../../shared/table/table.ts", "allowed"],
  ["functions/jobs/reindex/handler.ts", "../verify-index/verify-index.ts", "refused"],
  ["functions/jobs/reindex/handler.ts", "../../get-me/get-me.ts", "refused"],
  ["functions/jobs/reindex/handler.ts", "../../../local/options.ts", "refused"],
  ["functions/jobs/reindex/handler.ts", "../../../lib/jobs.ts", "refused"],
  ["functions/get-me/contract.ts", "../../shared/domain/person/user.ts", "allowed"],
  ["functions/get-me/contract.ts", "../../shared/http/contract.ts", "allowed"],
  ["functions/get-me/contract.ts", "zod/mini", "allowed"],
  ["functions/get-me/contract.ts", "zod", "refused"],
  ["functions/get-me/contract.ts", "../../shared/table/table.ts", "refused"],
  ["functions/get-me/contract.ts", "./get-me.ts", "refused"],
  ["functions/get-me/contract.ts", "node:fs/promises", "refused"],
  ["shared/serve/serve.ts", "../auth/authentication.ts", "allowed"],
  ["shared/serve/serve.ts", "../store/user-reader.ts", "allowed"],
  ["shared/serve/serve.ts", "../openapi/document.ts", "refused"],
  ["shared/serve/serve.ts", "../../functions/get-me/get-me.ts", "refused"],
  ["shared/serve/endpoint.ts", "@middy/core", "allowed"],
  ["shared/serve/serve.ts", "@middy/core", "refused"],
  ["shared/serve/endpoint.ts", "../store/user-reader.ts", "refused"],
  ["shared/openapi/document.ts", "../http/contract.ts", "allowed"],
  ["shared/openapi/document.ts", "../auth/bearer.ts", "refused"],
  ["shared/serve/annotation/match.ts", "../http/etag.ts", "allowed"],
  ["shared/serve/annotation/match.ts", "../store/annotation-reader.ts", "refused"],
  ["shared/auth/users.ts", "../runtime/env.ts", "allowed"],
  ["shared/auth/users.ts", "../table/table.ts", "refused"],
  ["shared/auth/users.ts", "../http/etag.ts", "refused"],
  ["shared/http/render.ts", "../domain/fault.ts", "allowed"],
  ["shared/http/render.ts", "../auth/bearer.ts", "refused"],
  ["shared/http/render.ts", "./../auth/bearer.ts", "refused"],
  ["shared/http/render.ts", "./x/../../auth/bearer.ts", "refused"],
  ["shared/http/render.ts", "@middy/core", "refused"],
  ["shared/media/guard.ts", "../domain/fault.ts", "allowed"],
  ["shared/media/guard.ts", "../file-head/exif.ts", "allowed"],
  ["shared/media/guard.ts", "../index/terms.ts", "refused"],
  ["shared/file-head/exif.ts", "./recorded.ts", "allowed"],
  ["shared/file-head/exif.ts", "zod/mini", "refused"],
  ["shared/file-head/exif.ts", "../domain/fault.ts", "refused"],
  ["shared/file-head/exif.ts", "node:fs", "refused"],
  ["shared/interchange/camtrap-dp/out/rows.ts", "../../../domain/species.ts", "allowed"],
  ["shared/formats/darwin-core/eml.ts", "../camtrap-dp/standard.ts", "allowed"],
  ["shared/interchange/camtrap-dp/out/rows.ts", "../../../store/species-item.ts", "refused"],
  ["shared/formats/darwin-core/eml.ts", "../../table/table.ts", "refused"],
  ["shared/formats/darwin-core/eml.ts", "../../../functions/get-me/get-me.ts", "refused"],
  ["shared/transfer/exports/worker.ts", "../store/users.ts", "allowed"],
  ["shared/transfer/exports/worker.ts", "../interchange/joined.ts", "allowed"],
  ["shared/transfer/exports/worker.ts", "../index/segment.ts", "refused"],
  ["shared/transfer/exports/worker.ts", "../media/extractor.ts", "refused"],
  ["shared/transfer/exports/worker.ts", "../http/etag.ts", "refused"],
  ["shared/transfer/exports/camtrap-dp/piece.ts", "../export-format.ts", "allowed"],
  ["shared/transfer/exports/camtrap-dp/piece.ts", "../../interchange/csv-text.ts", "allowed"],
  ["shared/transfer/exports/camtrap-dp/piece.ts", "../../index/segment.ts", "refused"],
  ["shared/transfer/exports/darwin-core/piece.ts", "../camtrap-dp/shown.ts", "allowed"],
  ["shared/transfer/exports/training/piece.ts", "../camtrap-dp/records.ts", "allowed"],
  ["shared/transfer/exports/training/piece.ts", "../darwin-core/piece.ts", "refused"],
  ["shared/transfer/exports/camtrap-dp/piece.ts", "../darwin-core/piece.ts", "refused"],
  ["shared/transfer/exports/training/content.ts", "../stills/stills-of-export.ts", "allowed"],
  ["shared/transfer/exports/stills/piece-cutter.ts", "../../media/extractor.ts", "allowed"],
  ["shared/transfer/exports/stills/piece-cutter.ts", "../../media/open-video.ts", "refused"],
  ["shared/transfer/exports/stills/plan.ts", "../training/piece.ts", "refused"],
  ["shared/transfer/imports/files.ts", "../../media/sign-url.ts", "allowed"],
  ["shared/transfer/imports/files.ts", "../../media/extractor.ts", "refused"],
  ["shared/formats/csv/cells.ts", "../joined.ts", "allowed"],
  ["shared/formats/csv/cells.ts", "../../domain/user.ts", "allowed"],
  ["shared/formats/csv/cells.ts", "../../table/table.ts", "refused"],
  ["shared/formats/csv/cells.ts", "node:fs", "refused"],
  ["shared/store/users.ts", "../domain/user.ts", "allowed"],
  ["shared/store/users.ts", "../table/table.ts", "allowed"],
  ["shared/store/users.ts", "../index/list-index.ts", "allowed"],
  ["shared/store/users.ts", "../index/segment.ts", "refused"],
  ["shared/store/users.ts", "../http/etag.ts", "refused"],
  ["shared/store/users.ts", "../serve/serve.ts", "refused"],
  ["shared/store/users.ts", "../../functions/get-me/get-me.ts", "refused"],
  ["shared/store/users.ts", "../../test/support/stack/serve.ts", "refused"],
  ["shared/index/terms.ts", "../table/table.ts", "allowed"],
  ["shared/index/terms.ts", "../store/users.ts", "refused"],
  ["shared/index/terms.ts", "../media/guard.ts", "refused"],
  ["shared/index/check/sums.ts", "../segment.ts", "allowed"],
  ["shared/index/check/sums.ts", "../../table/table.ts", "allowed"],
  ["shared/index/check/sums.ts", "../../store/users.ts", "refused"],
  ["shared/index/check/sums.ts", "../../http/etag.ts", "refused"],
  ["shared/index/check/sums.ts", "../../../functions/get-me/get-me.ts", "refused"],
  ["shared/table/rows.ts", "../domain/fault.ts", "allowed"],
  ["shared/table/rows.ts", "../index/list-index.ts", "refused"],
  ["shared/table/rows.ts", "../store/users.ts", "refused"],
  ["shared/domain/person/user.ts", "zod/mini", "allowed"],
  ["shared/domain/person/user.ts", "./role.ts", "allowed"],
  ["shared/domain/person/user.ts", "zod", "refused"],
  ["shared/domain/person/user.ts", "node:fs", "refused"],
  ["shared/domain/person/user.ts", "node:fs/promises", "refused"],
  ["shared/domain/person/user.ts", "../runtime/env.ts", "refused"],
  ["shared/domain/person/user.ts", "./../runtime/env.ts", "refused"],
  ["shared/domain/person/user.ts", "@aws-sdk/client-dynamodb", "refused"],
  ["shared/runtime/log.ts", "@aws-lambda-powertools/logger", "allowed"],
  ["shared/runtime/log.ts", "../domain/role.ts", "refused"],
  ["shared/runtime/log.ts", "./../domain/role.ts", "refused"],
  ["shared/anything.ts", "./domain/role.ts", "refused"],
  ["local/stack.ts", "../shared/table/schema.ts", "allowed"],
  ["local/s3/server.ts", "../aws/iam.ts", "allowed"],
  ["local/oidc/issuer.ts", "../../shared/domain/person/command-callbacks.ts", "allowed"],
  ["local/stack.ts", "../shared/runtime/env.ts", "refused"],
  ["local/s3/server.ts", "../../shared/domain/person/role.ts", "refused"],
  ["local/stack.ts", "../functions/get-me/contract.ts", "refused"],
  ["local/stack.ts", "../lib/endpoints.ts", "refused"],
  ["local/stack.ts", "../bin/app.ts", "refused"],
  ["local/stack.ts", "../test/support/stack/serve.ts", "refused"],
  ["local/stack.ts", "../bench/table.ts", "refused"],
  ["local/stack.ts", "../scripts/judge-audit.ts", "refused"],
  ["examples/site/site.mjs", "./clock.mjs", "allowed"],
  ["examples/site/site.mjs", "node:fs", "allowed"],
  ["examples/site/site.mjs", "node:fs/promises", "allowed"],
  ["examples/site/site.mjs", "zod", "refused"],
  ["examples/site/site.mjs", "../../shared/table/schema.ts", "refused"],
  ["examples/site/site.mjs", "../../local/options.ts", "refused"],
  ["cli/scan/plan.ts", "./find-files.ts", "allowed"],
  ["cli/scan/plan.ts", "../../shared/file-head/exif.ts", "allowed"],
  ["cli/scan/plan.ts", "../../shared/domain/species/name-key.ts", "allowed"],
  ["cli/scan/plan.ts", "../../shared/media/cut/extractor.ts", "refused"],
  ["cli/scan/plan.ts", "../../local/options.ts", "refused"],
  ["cli/import/import-file.ts", "../scan/plan.ts", "allowed"],
  ["cli/import/import-file.ts", "../failure.ts", "allowed"],
  ["cli/import/import-file.ts", "../../client/api.ts", "allowed"],
  ["cli/import/import-file.ts", "../../functions/create-upload/contract.ts", "refused"],
  ["cli/main.ts", "./scan/plan.ts", "allowed"],
  ["cli/main.ts", "../client/api.ts", "allowed"],
  ["cli/main.ts", "../lib/endpoints.ts", "refused"],
  ["local/import.ts", "../cli/main.ts", "refused"],
  ["client/api.ts", "./patient-fetch.ts", "allowed"],
  ["client/api.ts", "../shared/domain/person/role.ts", "refused"],
  ["client/upload/begin-upload.ts", "../api.ts", "allowed"],
  ["client/recording/read-head.ts", "../../shared/file-head/exif.ts", "allowed"],
  ["client/recording/instant.ts", "../../shared/domain/time/zone-offset.ts", "allowed"],
  ["client/recording/instant.ts", "../../shared/domain/time/time-zone.ts", "refused"],
  ["client/recording/instant.ts", "../../cli/main.ts", "refused"],
  ["client/api.ts", "node:fs/promises", "refused"],
  ["web/main.tsx", "./shell/shell.tsx", "allowed"],
  ["web/main.tsx", "preact", "allowed"],
  ["web/api/service.ts", "../../client/api.ts", "allowed"],
  ["web/screens/watch/watch.tsx", "../../api/service.ts", "allowed"],
  ["web/api/service.ts", "../../shared/domain/person/role.ts", "refused"],
  ["web/api/service.ts", "../../functions/get-me/contract.ts", "refused"],
  ["web/api/service.ts", "../../local/options.ts", "refused"],
  ["web/api/service.ts", "../../cli/main.ts", "refused"],
  ["web/screens/watch/watch.tsx", "../../../shared/media/frames.ts", "refused"],
  ["web/main.tsx", "node:fs", "refused"],
  ["web/screens/upload/order.ts", "../../../shared/domain/upload/part-sizes.ts", "allowed"],
  ["web/screens/upload/order.ts", "../../../shared/domain/time/time-zone.ts", "refused"],
  ["scripts/audit.ts", "./judge-audit.ts", "allowed"],
  ["scripts/audit.ts", "../lib/endpoints.ts", "refused"],
  ["scripts/audit.ts", "./../lib/endpoints.ts", "refused"],
  ["scripts/audit.ts", "../local/options.ts", "refused"],
];

const Report = z.object({
  diagnostics: z.array(
    z.object({
      category: z.string(),
      location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }),
    }),
  ),
});

describe("import boundaries", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "boundaries-"));
  const refused = new Set<string>();

  beforeAll(() => {
    const config = JSON.parse(readFileSync(path.join(root, "biome.json"), "utf8"));
    // Import rules only: the copy has neither a git repository nor types.
    const rules = { ...config, $schema: undefined, vcs: undefined, linter: { rules: { preset: "none" } } };
    writeFileSync(path.join(folder, "biome.json"), JSON.stringify(rules));
    for (const [file, lines] of Map.groupBy(seeds, ([file]) => file)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), lines.map(([, imported]) => `import "${imported}";\n`).join(""));
    }
    const report = spawnSync(
      path.join(root, "node_modules/.bin/biome"),
      ["lint", "--reporter=json", "--max-diagnostics=none", "."],
      { cwd: folder, encoding: "utf8" },
    );
    for (const { category, location } of z.parse(Report, JSON.parse(report.stdout)).diagnostics) {
      if (category !== "lint/style/noRestrictedImports") continue;
      const line = seeds.filter(([file]) => file === location.path)[location.start.line - 1];
      refused.add(`${location.path} ${line?.[1]}`);
    }
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  test("no file uses an import(…) type, which the rules cannot see", () => {
    const folders = ["bin", "lib", "functions", "shared", "local", "scripts"];
    const files = folders.flatMap((each) => globSync(`${each}/**/*.ts`, { cwd: root }));
    expect(files.length).toBeGreaterThan(200);
    const users = files.filter((file) =>
      /\bimport\("[^"]+"\)\.[A-Z]/.test(readFileSync(path.join(root, file), "utf8")),
    );
    expect(users).toEqual([]);
  });

  test.each(seeds)("%s importing %s is %s", (file, imported, verdict) => {
    expect(refused.has(`${file} ${imported}`) ? "refused" : "allowed").toBe(verdict);
  });
});
