import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Time in which letters are collected before the service is asked, in milliseconds. */
const typingMs = 120;

/** A value once it has not changed for a moment. */
export function useDelayed(value: string): string {
  const delayed = useSignal(value);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        delayed.value = value;
      },
      value === "" ? 0 : typingMs,
    );
    return () => clearTimeout(timer);
  }, [value, delayed]);
  return delayed.value;
}
