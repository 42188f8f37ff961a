import type { Camera } from "../../client/recording/match-cameras.ts";
import { TimeZone } from "../../shared/domain/time/time-zone.ts";
import { type Plan, type PlanOptions, planImport, topFolder } from "../scan/plan.ts";
import type { Scan } from "../scan/scan-folder.ts";
import { counted } from "../terminal/format.ts";
import { printable } from "../terminal/printable.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { camerasNamed, listed } from "./choose-camera.ts";

/** Plans an import, and asks the person for missing facts: first the cameras of folders, then the zone of their clocks. */
export async function completePlan(
  scan: Scan,
  options: PlanOptions,
  terminal: Pick<Terminal, "asks" | "ask" | "line">,
): Promise<Plan> {
  const first = planImport(scan, options);
  if (!terminal.asks) return first;
  const folders = await askCameras(first, options.cameras, terminal);
  const second = planImport(scan, { ...options, folders });
  const timeZone = await askZone(second, terminal);
  return timeZone === undefined ? second : planImport(scan, { ...options, folders, timeZone });
}

/** Asks for the cameras of folders that do not have a camera's name. */
async function askCameras(
  { problems }: Plan,
  cameras: readonly Camera[],
  { ask, line }: Pick<Terminal, "ask" | "line">,
): Promise<ReadonlyMap<string, Camera>> {
  const folders = new Map<string, Camera>();
  const lacking = problems.flatMap(({ path, missing }) => (missing === "camera" ? topFolder(path) : []));
  if (lacking.length > 0 && cameras.length === 0) line("The service has no cameras yet.");
  if (lacking.length === 0 || cameras.length === 0) return folders;
  line(`Cameras: ${printable(listed(cameras))}.`);
  for (const folder of new Set(lacking)) {
    const count = lacking.filter((one) => one === folder).length;
    const what = folder === "." ? "of the folder itself" : `in "${printable(folder)}"`;
    const camera = await askUntil(
      ask,
      `Which camera recorded the ${counted(count, "file")} ${what}? Name or number, or Enter to leave them out: `,
      (answer) => {
        const [found, ...others] = camerasNamed(answer, cameras);
        return others.length === 0 ? found : undefined;
      },
    );
    if (camera) folders.set(folder, camera);
  }
  return folders;
}

/** Asks for the zone of the cameras that have none. */
async function askZone({ problems }: Plan, { ask }: Pick<Terminal, "ask">): Promise<string | undefined> {
  const names = new Set(
    problems.flatMap(({ missing }) => (typeof missing === "object" ? missing.zoneOf : [])),
  );
  if (names.size === 0) return undefined;
  const cameras = printable([...names].join(", "));
  return askUntil(
    ask,
    `Which time zone is the clock of ${cameras} set to? Such as Africa/Johannesburg or +02:00; Enter to leave them out: `,
    (answer) => (TimeZone.safeParse(answer).success ? answer : undefined),
  );
}

/** Asks until the answer can be understood, or is empty. */
async function askUntil<T>(
  ask: Terminal["ask"],
  question: string,
  read: (answer: string) => T | undefined,
): Promise<T | undefined> {
  for (let again = ""; ; again = "Not understood. ") {
    const answer = await ask(`${again}${question}`);
    if (answer === "") return undefined;
    const value = read(answer);
    if (value !== undefined) return value;
  }
}
