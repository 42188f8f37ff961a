import { AsyncLocalStorage } from "node:async_hooks";

/** The read capacity units that a request has consumed. */
export type ReadUnits = { units: number };

const meter = new AsyncLocalStorage<ReadUnits>();

/** Runs a request's logic, and adds the units that its queries and batch reads consume to `reads`, even if it fails. */
export function meterReads<T>(reads: ReadUnits, run: () => Promise<T>): Promise<T> {
  return meter.run(reads, run);
}

/** The units of the current request, or `undefined` outside any request. */
export function readMeter(): ReadUnits | undefined {
  return meter.getStore();
}

/** Adds to the units of the current request, if there is one. */
export function addReadUnits(units = 0, reads = readMeter()): void {
  if (reads) reads.units += units;
}
