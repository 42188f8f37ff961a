import { useRef } from "preact/hooks";

/**
 * Returns idempotency keys. The key stays the same while the same body is sent again after a lost response. The key
 * changes for another body, and after `fulfilled`.
 */
export function useWish() {
  const wish = useRef<{ readonly body: string; readonly key: string } | null>(null);
  return {
    keyOf: (body: object): string => {
      const text = JSON.stringify(body);
      if (wish.current?.body !== text) wish.current = { body: text, key: crypto.randomUUID() };
      return wish.current.key;
    },
    fulfilled: (): void => {
      wish.current = null;
    },
  };
}
