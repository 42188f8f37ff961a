/** A file with its path in what was chosen or dropped, with `/`. */
export type PathFile = { readonly path: string; readonly file: File };

/** The files of an `<input type="file">`. */
export function inputFiles(files: FileList | null): readonly PathFile[] {
  return [...(files ?? [])]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(isShown);
}

/** The files that were dropped, also those in folders. Call it in the event: afterwards the browser forgets them. */
export async function droppedFiles(items: DataTransferItemList): Promise<readonly PathFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
  const files = await Promise.all(entries.map((entry) => filesOf(entry, "")));
  return files.flat().filter(isShown);
}

async function filesOf(entry: FileSystemEntry | File, within: string): Promise<readonly PathFile[]> {
  const path = `${within}${entry.name}`;
  if (entry instanceof File) return [{ path, file: entry }];
  if (entry instanceof FileSystemFileEntry) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path, file }];
  }
  if (!(entry instanceof FileSystemDirectoryEntry)) return [];
  const reader = entry.createReader();
  const found: PathFile[] = [];
  // Browsers return a hundred entries at a time, and at the end none.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return found;
    for (const each of entries) found.push(...(await filesOf(each, `${path}/`)));
  }
}

/** Hidden files are left out: macOS writes one for each picture (`._IMG_1.JPG`). */
function isShown({ path }: PathFile): boolean {
  return path.split("/").every((name) => !name.startsWith(".") && name !== "System Volume Information");
}
