import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { waiting } from "./service.ts";

/** Time after which a response counts as late, in milliseconds. */
const lateMs = 4000;

/**
 * Returns `true` while a response is late: requests wait for the network or for a busy service, or the response has not
 * arrived for 4 seconds.
 * @param wanted names the response; `undefined` when it has arrived
 */
export function useLate(wanted: string | undefined): boolean {
  const late = useSignal<string | undefined>(undefined);
  useEffect(() => {
    late.value = undefined;
    if (wanted === undefined) return undefined;
    const timer = setTimeout(() => {
      late.value = wanted;
    }, lateMs);
    return () => clearTimeout(timer);
  }, [wanted, late]);
  return wanted !== undefined && (waiting.value !== undefined || late.value === wanted);
}
