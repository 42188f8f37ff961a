import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../domain/fault.ts";

const attempts = 8;

/**
 * Reads, decides and writes anew as long as somebody else changed the record between the read and the
 * write.
 * @param attempt reads the record afresh each time it is called
 * @throws Fault `unavailable` when the record never held still
 */
export async function retryChanged<T>(attempt: () => Promise<T | "changed-meanwhile">): Promise<T> {
  for (let n = 1; n <= attempts; n++) {
    const result = await attempt();
    if (result !== "changed-meanwhile") return result;
    await sleep(Math.random() * Math.min(500, 5 * 2 ** n));
  }
  throw new Fault("unavailable", "Others are changing the same record. Try again.");
}
