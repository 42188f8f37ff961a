import { lookInEveryWay } from "../support/looks.ts";

// Repeats the tests that check each screen in either the light or the dark scheme, now in both schemes.
lookInEveryWay();
await import("./find.test.ts");
await import("./map-plots.test.ts");
await import("./more.test.ts");
await import("./review.test.ts");
await import("./streams.test.ts");
await import("./watch.test.ts");
