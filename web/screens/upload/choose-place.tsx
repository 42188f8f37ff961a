import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { uploadText } from "../../text/upload.ts";
import { add, others, progress, type Refused, refused } from "./chosen-files.ts";
import { droppedFiles, inputFiles, type PathFile } from "./dropped-files.ts";
import { addPackage, isPackage } from "./imports/packages.ts";

/** The area for dropping and choosing files, with the files that cannot be uploaded. */
export function ChoosePlace() {
  const upload = uploadText.value;
  const isOver = useDropping();
  return (
    <section class={isOver ? "choose-place over" : "choose-place"} aria-label={upload.choose}>
      <p>
        <strong>{upload.drop}</strong>
      </p>
      <div class="ways wraps">
        <FileButton label={upload.chooseFiles} />
        <FileButton label={upload.chooseFolder} isFolder />
      </div>
      <p class="quiet">{upload.kinds}</p>
      <p class="quiet">{upload.packages}</p>
      <Reading />
      <LeftOut />
    </section>
  );
}

/** Packages and tables become imports. All other files may be videos or pictures. */
function take(files: readonly PathFile[], unreadable: readonly string[] = []): void {
  for (const { file } of files.filter(isPackage)) addPackage(file);
  const media = files.filter((each) => !isPackage(each));
  if (media.length + unreadable.length > 0) add(media, unreadable);
}

/** Accepts files that are dropped anywhere on the screen. @returns `true` while files are dragged over it */
function useDropping(): boolean {
  const isOver = useSignal(false);
  useEffect(() => {
    const listening = new AbortController();
    const on = (type: "dragover" | "dragleave" | "drop", listener: (event: DragEvent) => void) =>
      addEventListener(type, listener, listening);
    on("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      isOver.value = true;
    });
    on("dragleave", ({ relatedTarget }) => {
      if (relatedTarget === null) isOver.value = false;
    });
    on("drop", (event) => {
      isOver.value = false;
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      void droppedFiles(event.dataTransfer.items).then(({ files, unreadable }) => take(files, unreadable));
    });
    return () => listening.abort();
  }, [isOver]);
  return isOver.value;
}

function FileButton({ label, isFolder = false }: { readonly label: string; readonly isFolder?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.webkitdirectory = isFolder;
  }, [isFolder]);
  return (
    <>
      <button type="button" class={isFolder ? "" : "primary"} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          take(inputFiles(currentTarget.files));
          // Allows the person to choose the same file again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}

/** Not a live region, because it changes several times a second. */
function Reading() {
  if (progress.value === undefined) return null;
  const { done, of } = progress.value;
  return <p>{uploadText.value.reading(done, of)}</p>;
}

function LeftOut() {
  const upload = uploadText.value;
  return (
    <div role="status" class="left-out">
      {refused.value.length > 0 && (
        <ul class="notice bad">
          {refused.value.map(({ path, why }) => (
            <li key={path}>
              <strong>{path}</strong>: {reasonOf(why)}
            </li>
          ))}
        </ul>
      )}
      {others.value > 0 && <p>{upload.others(others.value)}</p>}
    </div>
  );
}

function reasonOf(why: Refused["why"]): string {
  const upload = uploadText.value;
  return typeof why === "object" ? upload.unsupported(why.format) : upload[why];
}
