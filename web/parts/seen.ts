import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** Whether an element is on the screen, or half a screen away. */
export function useSeen<E extends Element>() {
  const ref = useRef<E>(null);
  const isSeen = useSignal(false);
  useEffect(() => {
    const { current } = ref;
    if (!current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        isSeen.value = entries.at(-1)?.isIntersecting ?? false;
      },
      { rootMargin: "50%" },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [isSeen]);
  return { ref, isSeen: isSeen.value };
}
