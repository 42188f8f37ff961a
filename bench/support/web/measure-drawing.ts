import path from "node:path";
import { buildSync } from "esbuild";
import type { Browser } from "playwright-core";
import * as z from "zod/mini";
import type { Row } from "../../../web/labels/label.ts";
import { type Figure, quantile } from "./figure.ts";
import { fullLabels, type Place } from "./place.ts";

const pageSize = 100;
const { spanMs } = fullLabels;

/** Number of copies of each label, moved by some milliseconds, so that ten times as many need not be fetched. */
const crowd = 10;

const budgets = {
  many: { lanes: 50, redraw: 8, boxes: 1 },
  crowded: { redraw: 50 },
};

/** Measures the page's own code for labels, in a page of its own. Percentiles are the 95th. */
export async function measureDrawing(browser: Browser, place: Place): Promise<readonly Figure[]> {
  const rows = await rowsOf(place);
  const page = await browser.newPage();
  const { outputFiles } = buildSync({
    entryPoints: [path.join(import.meta.dirname, "drawing.ts")],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2023",
  });
  await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
  const run = (times: number) =>
    page.evaluate(([rows, times, spanMs]) => drawing(rows, times, spanMs), [rows, times, spanMs] as const);
  const [many, crowded] = [await run(1), await run(crowd)];
  await page.close();
  const p95 = (values: readonly number[]) => quantile(values, 0.95);
  const figures = (each: typeof many, max: { lanes?: number; redraw: number; boxes?: number }): Figure[] => {
    const of = `${each.count.toLocaleString("en")} labels:`;
    return [
      { what: `${of} sorted, ms`, measured: p95(each.set) },
      { what: `${of} ${each.lanes} lanes made, ms`, measured: p95(each.layOut), ...budget(max.lanes) },
      { what: `${of} redraw of an hour, ms`, measured: p95(each.whole), budget: max.redraw },
      { what: `${of} redraw of two minutes, ms`, measured: p95(each.part), budget: max.redraw },
      {
        what: `${of} boxes of a frame, up to ${each.here}, ms`,
        measured: p95(each.boxes),
        ...budget(max.boxes),
      },
    ];
  };
  return [...figures(many, budgets.many), ...figures(crowded, budgets.crowded)];
}

function budget(ms: number | undefined) {
  return ms === undefined ? {} : { budget: ms };
}

const Page = z.object({ total: z.int(), results: z.array(z.custom<Row>()) });

async function rowsOf({ ask, full }: Place): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let total = 1; rows.length < total; ) {
    const query = `videostream=${full}&shape=full&limit=${pageSize}&offset=${rows.length}`;
    const page = z.parse(Page, await ask("GET", `/annotations?${query}`));
    total = page.total;
    rows.push(...page.results);
  }
  return rows;
}
