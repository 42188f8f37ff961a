import { afterAll, vi } from "vitest";
import { removeScratchFolders } from "../local/lambda/scratch-folder.ts";

// Test files that run one after the other in the same process share globals and modules, so each file must restore
// them.
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  removeScratchFolders();
});
