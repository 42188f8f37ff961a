import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Time in which letters are collected before a request, in milliseconds. */
const typingMs = 120;

/** Returns a value after it has not changed for a moment. */
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
