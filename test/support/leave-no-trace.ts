import { afterAll, vi } from "vitest";
import { removeScratchFolders } from "../local/lambda/scratch-folder.ts";

// Files that run one after the other in the same process share its globals and all modules.
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  removeScratchFolders();
});
