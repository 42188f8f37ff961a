import { useEffect } from "preact/hooks";
import { shellText } from "../text/shell.ts";

/** Sets the title of the browser's tab. */
export function useTitle(title: string): void {
  const { product } = shellText.value;
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}
