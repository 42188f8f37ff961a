import { expect, test } from "vitest";
import { ExportOptions } from "../../../../../shared/domain/job/export-options.ts";
import { rowsWithEvents } from "../../../../../shared/transfer/exports/camtrap-dp/event-rows.ts";
import { rowLine } from "../../../../../shared/transfer/exports/camtrap-dp/row-lines.ts";
import { source } from "../../../../support/formats/world.ts";

/** Ten labels of each of five sources. The labels are a minute apart, and the sources take turns. */
const lines = Array.from({ length: 50 }, (_, i) => {
  const row = {
    observationID: `annotation-${i}`,
    deploymentID: `source-${i % 5}`,
    observationLevel: "media",
    observationType: "animal",
  };
  const startMs = Date.UTC(2026, 2, 1) + i * 60_000;
  return rowLine(row, { ...row, stream: i % 5, startMs, endMs: startMs });
});
const sources = new Map(
  [0, 1, 2, 3, 4].map((id) => [`source-${id}`, { source: source(id), startMs: 0, labels: 10 }]),
);

test("the rows are the same however few labels fit into memory, and each pass reads all pieces once", async () => {
  let passes = 0;
  async function* pieces() {
    passes += 1;
    for (let at = 0; at < lines.length; at += 7) yield Buffer.from(lines.slice(at, at + 7).join(""));
  }
  const stored = { table: pieces };
  const rowsFor = async (most: number) => {
    passes = 0;
    const options = ExportOptions.parse({ level: "both", event_gap_seconds: 300 });
    const parts: Uint8Array[] = [];
    for await (const part of rowsWithEvents(stored, sources, options, most)) parts.push(part);
    return { text: Buffer.concat(parts).toString(), passes };
  };
  const whole = await rowsFor(100);
  expect(whole.passes).toBe(1);
  expect(whole.text.match(/^annotation-/gm)).toHaveLength(50);
  expect(whole.text.match(/^source-\d-event-\d+-animal,/gm)).toHaveLength(5);
  expect(await rowsFor(20)).toEqual({ text: whole.text, passes: 3 });
  expect(await rowsFor(1)).toEqual({ text: whole.text, passes: 5 });
});
