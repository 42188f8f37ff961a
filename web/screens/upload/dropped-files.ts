/** A file with its path in the chosen or dropped folder, with `/`. */
export type PathFile = { readonly path: string; readonly file: File };

/** Returns the files of an `<input type="file">`. */
export function inputFiles(files: FileList | null): readonly PathFile[] {
  return [...(files ?? [])]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(isShown);
}

type Dropped = {
  readonly files: readonly PathFile[];
  /** Paths of files and folders that the browser cannot read. */
  readonly unreadable: readonly string[];
};

/**
 * Returns the dropped files, including those in folders. Must be called in the event handler: after it, the browser
 * forgets the files.
 */
export async function droppedFiles(items: DataTransferItemList): Promise<Dropped> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
  const unreadable: string[] = [];
  const look = async (entry: FileSystemEntry | File, within: string): Promise<readonly PathFile[]> => {
    const path = `${within}${entry.name}`;
    if (entry instanceof File) return [{ path, file: entry }];
    try {
      if (entry instanceof FileSystemFileEntry) return [{ path, file: await fileOf(entry) }];
      const inside = entry instanceof FileSystemDirectoryEntry ? await entriesOf(entry) : [];
      return (await Promise.all(inside.map((each) => look(each, `${path}/`)))).flat();
    } catch {
      unreadable.push(path);
      return [];
    }
  };
  const files = await Promise.all(entries.map((entry) => look(entry, "")));
  return { files: files.flat().filter(isShown), unreadable };
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // Browsers return at most a hundred entries per call, and an empty list at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Returns `false` for hidden files. macOS writes one for each picture (`._IMG_1.JPG`). */
function isShown({ path }: PathFile): boolean {
  return path.split("/").every((name) => !name.startsWith(".") && name !== "System Volume Information");
}
