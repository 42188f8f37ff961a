import { Fault } from "../domain/fault.ts";
import { retry } from "../runtime/retry.ts";

/**
 * Reads, decides and writes anew as long as somebody else changed the record between the read and the
 * write.
 * @param attempt reads the record afresh each time it is called
 * @throws Fault `unavailable` when the record did not hold still until the time was up
 */
export async function retryChanged<T>(attempt: () => Promise<T | "changed-meanwhile">): Promise<T> {
  const result = await retry("changed-meanwhile", 20, attempt);
  if (result !== "changed-meanwhile") return result;
  throw new Fault("unavailable", "Others are changing the same record. Try again.");
}
