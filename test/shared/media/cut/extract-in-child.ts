import { extractor } from "../../../../shared/media/cut/extractor.ts";
import { jobLimits } from "../../../../shared/media/fetch/limits.ts";
import { childFile, maxRssBytes } from "../../../support/video/engine.ts";
import { extractionChildren } from "../../../support/video/extraction-children.ts";

// Extracts a still from a URL, prints the ids of its extraction processes, and then ends or waits to be killed.
const [url = "", then] = process.argv.slice(2);
const engine = extractor({ childFile, maxRssBytes });
const sizeBytes = await engine.extract(
  {
    url,
    excerpt: { kind: "still", atMs: 1000 },
    rules: { allowedOrigins: [new URL(url).origin] },
    limits: jobLimits.still,
  },
  20_000,
  (still) => Promise.resolve(still.sizeBytes),
);
console.log(JSON.stringify({ sizeBytes, children: extractionChildren() }));
if (then === "wait") setInterval(() => {}, 1000);
