/** Saves a file in the browser's folder of downloads. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the address only a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
