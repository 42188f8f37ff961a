import { statSync } from "node:fs";
import path from "node:path";
import { type Api, connect } from "../../client/api.ts";
import { formatBytes } from "../../client/format-bytes.ts";
import type { Patience } from "../../client/patiently.ts";
import { Stop } from "../failure.ts";
import { patienceWith } from "../import/patience.ts";
import { dataOrStop } from "../service/answer.ts";
import { credentialOf } from "../service/credential.ts";
import { asStop, baseOf, requireService } from "../service/service.ts";
import { waitForEnd } from "../service/wait-for-end.ts";
import { goingOn } from "../terminal/going-on.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { download } from "./download.ts";
import { type ExportOptions, type NewExport, requireTarget } from "./options.ts";
import { type Export, endText, fileText, outcomeText, progressText } from "./outcome.ts";

/**
 * Begins an export or finds an earlier one, waits for its files, and downloads them.
 * @param onBegun called with the advice that Ctrl+C gives once the export has begun
 * @throws Stop with the reason why there is no file
 */
export async function exportCommand(
  options: ExportOptions,
  terminal: Terminal,
  onBegun: (sentence: string) => void,
): Promise<void> {
  const { wanted, out } = options;
  const base = baseOf(options.url);
  await requireService(base);
  const patience = patienceWith(terminal);
  const api = connect(base, await credentialOf(base, options), patience);
  const begun = await (typeof wanted === "number" ? find(api, wanted) : begin(api, wanted)).catch(
    (error: unknown) => {
      throw asStop(base, error, "Run the same command again.");
    },
  );
  const later = `Fetch its file with\n  wildlife export --job ${begun.id} --out ${quoted(out)} --url ${base}`;
  onBegun(`Export ${begun.id} continues in the service, which keeps its file for some days. ${later}`);
  const orLater = (error: unknown) => {
    const stop = asStop(base, error, "");
    throw stop instanceof Stop ? new Stop(`${stop.message}\n${later}`, stop.exitCode) : stop;
  };
  try {
    const findAgain = (id: number) => find(api, id);
    const ended = await waitForEnd(begun, { find: findAgain, progressText, terminal }).catch(orLater);
    if (ended.status !== "done" || ended.files.length === 0) throw new Stop(endText(ended));
    terminal.line(outcomeText(ended));
    await fetchFiles(api, ended, options, { terminal, patience }).catch(orLater);
  } finally {
    terminal.status("");
  }
}

async function begin(api: Api, body: NewExport): Promise<Export> {
  // Repeated requests of this run begin one export.
  const header = { "Idempotency-Key": `export-${crypto.randomUUID()}` };
  return dataOrStop(await api.POST("/exports", { body, params: { header } }));
}

async function find(api: Api, id: number): Promise<Export> {
  return dataOrStop(await api.GET("/exports/{id}", { params: { path: { id } } }));
}

async function fetchFiles(
  api: Api,
  ended: Export,
  { out, force }: ExportOptions,
  { terminal, patience }: { readonly terminal: Terminal; readonly patience: Partial<Patience> },
): Promise<void> {
  const isFolder = statSync(out, { throwIfNoEntry: false })?.isDirectory() === true;
  if (ended.files.length > 1 && !isFolder) {
    throw new Stop(`This export has ${ended.files.length} files: --out must be a folder.`, 2);
  }
  for (const file of ended.files) {
    const to = isFolder ? path.join(out, path.basename(file.name)) : out;
    requireTarget(to, force);
    const show = goingOn(terminal);
    await download(file, to, {
      link: linksTo(api, ended, file.name),
      patience,
      onBytes: (bytes) => show(`${formatBytes(bytes)} of ${formatBytes(file.bytes)} are here.`),
    });
    terminal.line(fileText(to, file));
  }
}

/** Returns the known address first, then new ones: each is valid for an hour. */
function linksTo(api: Api, ended: Export, name: string): () => Promise<string> {
  let job: Export | undefined = ended;
  return async () => {
    const { id, files } = job ?? (await find(api, ended.id));
    job = undefined;
    const url = files.find((file) => file.name === name)?.url;
    if (url === undefined)
      throw new Stop(`The service no longer has the file of export ${id}. Export again.`);
    return url;
  };
}

/** A file name in quotes, if a shell needs them. */
function quoted(text: string): string {
  return /^[\w./\\:-]+$/.test(text) ? text : `"${text}"`;
}
