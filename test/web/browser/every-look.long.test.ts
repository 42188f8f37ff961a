import { lookInEveryWay } from "../support/looks.ts";

// The tests that look at a state light or dark, once more, with both.
lookInEveryWay();
await import("./find.test.ts");
await import("./map-plots.test.ts");
await import("./more.test.ts");
await import("./review.test.ts");
await import("./streams.test.ts");
await import("./watch.test.ts");
