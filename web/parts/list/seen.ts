import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/**
 * Returns `true` once an element is on the screen, or close to it.
 * @param ahead the distance that is close: a percentage of the screen's height
 */
export function useSeen<E extends Element>(ahead = "50%") {
  const ref = useRef<E>(null);
  const isSeen = useSignal(false);
  useEffect(() => {
    const { current } = ref;
    if (!current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        isSeen.value = entries.at(-1)?.isIntersecting ?? false;
      },
      { rootMargin: ahead },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [isSeen, ahead]);
  return { ref, isSeen: isSeen.value };
}
