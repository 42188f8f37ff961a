import { compareFrames } from "./support/compare-frames.ts";
import { usual } from "./support/numbered-videos.ts";

compareFrames(usual, { seeks: 8, playMs: 1500 });
