import { Fault } from "../domain/wire/fault.ts";
import { retry } from "../runtime/retry.ts";

/**
 * Repeats a read-modify-write while other writers change the record between the read and the write.
 * @param update reads the record again each time it is called
 * @throws Fault `unavailable` if the record keeps changing until the request's time is up
 */
export async function retryChanged<T>(update: () => Promise<T | "changed-meanwhile">): Promise<T> {
  const result = await retry("changed-meanwhile", 20, update);
  if (result !== "changed-meanwhile") return result;
  throw new Fault("unavailable", "Other requests keep changing this record. Try again.");
}
