/** Waits for the next refresh of the screen. In a hidden tab, which has none, waits for a moment. */
export function nextRefresh(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
