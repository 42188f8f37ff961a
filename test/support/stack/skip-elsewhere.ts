import { basename } from "node:path";
import { beforeEach, inject } from "vitest";
import { reasonToSkip } from "./elsewhere.ts";

/** Skips tests that the deployment cannot pass and prints the reason. */
beforeEach(({ task, skip }) => {
  const file = basename(task.file.name).replace(".test.ts", "");
  const reason = reasonToSkip(`${file} > ${task.fullTestName}`, inject("elsewhere"));
  if (reason !== undefined) skip(reason);
});
