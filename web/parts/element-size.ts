import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** Returns the current width of an element in pixels; 0 before it is shown. */
export function useWidth<E extends Element>() {
  const ref = useRef<E>(null);
  const width = useSignal(0);
  useEffect(() => {
    const { current } = ref;
    if (!current) return;
    const observer = new ResizeObserver(([entry]) => {
      width.value = Math.round(entry?.contentRect.width ?? 0);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [width]);
  return { ref, width: width.value };
}
