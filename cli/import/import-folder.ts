import { connect } from "../../client/api.ts";
import { Stop } from "../failure.ts";
import type { Options } from "../options.ts";
import { type Plan, planImport } from "../scan/plan.ts";
import { planTable } from "../scan/plan-table.ts";
import { scanFolder } from "../scan/scan-folder.ts";
import { credentialOf } from "../service/credential.ts";
import { asStop, baseOf, requireService } from "../service/service.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { fileImporter } from "./import-file.ts";
import { importFiles } from "./import-files.ts";
import { patienceWith } from "./patience.ts";
import { filesOf, planWithService } from "./plan-with-service.ts";
import { progressOf } from "./progress.ts";

/**
 * Imports a folder, or shows the plan of an import.
 * @returns the exit code: 0 if all files are in the service, or can be imported, else 1
 * @throws Stop with the reason why it ends
 */
export async function importFolder(options: Options, terminal: Terminal): Promise<0 | 1> {
  const { folder, url, dryRun, yes } = options;
  if (url === undefined) return showOffline(options, terminal);
  if (!dryRun && !yes && !terminal.asks) {
    throw new Stop(
      "There is no terminal to ask a question in: add --yes to import, or --dry-run to see what would be imported.",
      2,
    );
  }
  const base = baseOf(url);
  await requireService(base);
  const patience = patienceWith(terminal);
  const api = connect(base, await credentialOf(base, options), patience);
  try {
    const planned = await planWithService(api, options, terminal);
    const { plan, there } = planned;
    if (dryRun || plan.files.length === 0 || !(yes || (await isConfirmed(terminal)))) return codeOf(plan);
    const files = await filesOf(api, planned);
    const progress = progressOf(files);
    const importFile = fileImporter({ api, folder, patience, there, progress });
    const isComplete = await importFiles(files, { importFile, problems: plan.problems, progress, terminal });
    return isComplete ? codeOf(plan) : 1;
  } catch (error) {
    throw asStop(base, error);
  }
}

/** Shows a plan that is made without the service. */
async function showOffline(options: Options, terminal: Terminal): Promise<0 | 1> {
  const { folder, camera: name = "", timeZone, mp4Clock } = options;
  const camera = { id: 0, name, timeZone };
  const plan = planImport(await scanFolder(folder), { camera, cameras: [], timeZone, mp4Clock });
  terminal.line(planTable(plan, { maxListed: Number.POSITIVE_INFINITY }));
  return codeOf(plan);
}

async function isConfirmed({ ask }: Terminal): Promise<boolean> {
  return /^(?:y|yes)?$/i.test(await ask("Import? [Y/n] "));
}

function codeOf({ problems }: Plan): 0 | 1 {
  return problems.length === 0 ? 0 : 1;
}
