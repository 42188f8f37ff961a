import { readFileSync } from "node:fs";

/** Returns the write units of each write by its name, from the table in the section "Writes" of a page. */
export function documentedWrites(page: string): ReadonlyMap<string, number> {
  const [, section = ""] = readFileSync(page, "utf8").split(/^##+ Writes$/m);
  const [table = ""] = section.split(/^#/m);
  const rows = table.matchAll(/^\| (?<write>\S.*?) *\| *\d+ \| *(?<wcu>[\d.]+) \|/gm);
  return new Map([...rows].map(({ groups = {} }) => [groups["write"] ?? "", Number(groups["wcu"])]));
}

/**
 * Sentences on other pages that state the units of a write, with the name of the write and the units that the sentence
 * adds to it.
 */
export const namedUnits: readonly (readonly [page: string, sentence: RegExp, write: string, more: number])[] =
  [
    ["operations.md", /An end takes (\S+) write units/, "end live stream", 0],
    ["adr/0015-clean-up-by-what-is-there.md", /An end costs (\S+) write units/, "end live stream", 0],
    ["adr/0010-once-only-in-the-transaction.md", /40 items \((\S+) write units\)/, "delete stream", 0],
    [
      "adr/0008-list-index-of-segments.md",
      /with eleven terms takes (\S+) write units/,
      "create annotation with eleven terms",
      0,
    ],
    ["adr/0016-files-and-their-records.md", /of the (\S+) write units/, "record a still, with its task", 0],
    // These numbers include the units that each request takes for the rate limit.
    ["deploy.md", /\| register a video +\| +(\S+) \|/, "create stream", 0.5],
    ["deploy.md", /\| heartbeat +\| +(\S+) \|/, "heartbeat of a live stream", 0.5],
    [
      "deploy.md",
      /\| make an annotation +\| +(\S+) \|/,
      "create annotation with eleven terms and 58 boxes",
      0.5,
    ],
    ["deploy.md", /\| cut a still or clip +\| +(\S+) \|/, "record a still, with its task", 0.13],
  ];
