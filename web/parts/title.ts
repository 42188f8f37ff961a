import { useEffect } from "preact/hooks";
import { shellText } from "../text/shell.ts";

/** Names the screen in the browser's tab. */
export function useTitle(title: string): void {
  const { product } = shellText.value;
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}
