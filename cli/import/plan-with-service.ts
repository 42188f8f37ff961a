import type { Api } from "../../client/api.ts";
import type { Camera } from "../../client/recording/match-cameras.ts";
import { Stop } from "../failure.ts";
import type { Options } from "../options.ts";
import type { Plan, PlannedFile } from "../scan/plan.ts";
import { planTable } from "../scan/plan-table.ts";
import { scanFolder } from "../scan/scan-folder.ts";
import { listCameras, type NewCamera, registerCamera } from "../service/cameras.ts";
import { isSiteKey } from "../service/credential.ts";
import { filesThere } from "../service/known-starts.ts";
import { printable } from "../terminal/printable.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { completePlan } from "./ask-missing.ts";
import { cameraOfKey, chooseCamera } from "./choose-camera.ts";

export type ServicePlan = {
  readonly plan: Plan;
  /** The files that seem to be in the service already. */
  readonly there: ReadonlySet<PlannedFile>;
  /** The camera to be registered. In the plan, the id of this camera is 0. */
  readonly newCamera: NewCamera | undefined;
};

const unregistered = 0;

/**
 * Plans an import with the cameras of the service, and shows the plan.
 * @throws Stop if nothing can be planned because an option is missing
 */
export async function planWithService(api: Api, options: Options, terminal: Terminal): Promise<ServicePlan> {
  const { folder, timeZone, mp4Clock, credential } = options;
  const isSite = isSiteKey(credential);
  const cameras = isSite ? [] : await listCameras(api);
  const chosen = isSite ? cameraOfKey(options.camera) : chooseCamera(options, cameras);
  const newCamera = chosen && !("id" in chosen) ? chosen : undefined;
  const camera: Camera | undefined = chosen && { id: unregistered, ...chosen };
  terminal.status(printable(`Reading ${folder} …`));
  const scan = await scanFolder(folder);
  terminal.status("");
  const plan = await completePlan(scan, { camera, cameras, timeZone, mp4Clock }, terminal);
  const known = plan.files.filter((file) => file.camera.id !== unregistered);
  const there = isSite ? new Set<PlannedFile>() : await filesThere(api, known);
  // Nothing follows that would name the files again.
  const isLast = options.dryRun || plan.files.length === 0;
  terminal.line(
    planTable(plan, {
      there: isSite ? undefined : there,
      ...(isLast ? { maxListed: Number.POSITIVE_INFINITY } : {}),
    }),
  );
  if (plan.files.length === 0 && !options.dryRun) requireOptions(plan);
  return { plan, there, newCamera };
}

/** The plan's files. Registers the new camera first, if there is one. */
export async function filesOf(api: Api, { plan, newCamera }: ServicePlan): Promise<Plan["files"]> {
  if (newCamera === undefined) return plan.files;
  const camera = await registerCamera(api, newCamera);
  return plan.files.map((file) => ({ ...file, camera }));
}

function requireOptions({ problems }: Plan): void {
  const missing = problems.flatMap((problem) => problem.missing ?? []);
  if (missing.includes("camera"))
    throw new Stop("--camera is missing: the camera that recorded the files is not known.", 2);
  if (missing.length > 0) throw new Stop("--time-zone is missing: the zone of the cameras' clocks.", 2);
}
