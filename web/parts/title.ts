import { useEffect } from "preact/hooks";
import { text } from "../text/text.ts";

/** Names the screen in the browser's tab. */
export function useTitle(title: string): void {
  const { product } = text.value.shell;
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}
