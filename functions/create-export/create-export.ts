import { requiredFields as datasetFields } from "../../shared/domain/dataset/dataset.ts";
import { everything } from "../../shared/domain/job/export-filters.ts";
import type { ExportJob } from "../../shared/domain/job/export-job.ts";
import { exportOptions, needsDataset } from "../../shared/domain/job/export-options.ts";
import { tooManyJobs } from "../../shared/domain/job/job.ts";
import { includesRole } from "../../shared/domain/person/role.ts";
import { summariseUser, type User } from "../../shared/domain/person/user.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import { type IdSet, packIds, sizeOf } from "../../shared/index/list-index.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { AnnotationFilters } from "../../shared/store/annotation/filters.ts";
import type { Datasets } from "../../shared/store/dataset/datasets.ts";
import type { ExportWriter } from "../../shared/store/job/export-writer.ts";
import type { ExportFiles } from "../../shared/transfer/exports/files.ts";
import { idsName, smallJob } from "../../shared/transfer/exports/steps.ts";
import { viewExport } from "../../shared/views/job/export.ts";
import type { contract } from "./contract.ts";

type Deps = {
  /** Returns the ids of all annotations that match. */
  readonly find: (filters: AnnotationFilters) => Promise<IdSet>;
  readonly exports: Pick<ExportWriter, "create">;
  readonly findExport: (id: number) => Promise<ExportJob | undefined>;
  readonly findDataset: Datasets["find"];
  readonly files: Pick<ExportFiles, "putWork" | "links" | "remove">;
  /** See `exportWorker`. */
  readonly work: (job: ExportJob, canContinue: () => boolean) => Promise<ExportJob | undefined>;
  readonly nowMs: () => number;
};
type Input = InputOf<typeof contract, "body" | "idempotency">;

const mostAnnotations = 10_000_000;
/** Maximum for event-based packages and training sets, which read the pieces many times to group the labels. */
const mostTogether = 2_000_000;

/** Maximum time that a request spends on making the files of a small export. */
const workMs = 15_000;

/** Creates an export: finds its annotations and, if they are few, also makes its files. */
export function createExport(deps: Deps) {
  const { find, exports, findExport, findDataset, files, work, nowMs } = deps;
  return async ({ body, idempotency }: Input, calling: Eventual<User>) => {
    const startMs = performance.now();
    const caller = await calling;
    const { format, filters } = body;
    const options = exportOptions(format, body.options);
    if (options.coordinates === "exact" && !includesRole(caller.role, "admin")) {
      throw new Fault("forbidden", "Only admins may export exact coordinates. Leave `coordinates` out.");
    }
    if (options.stills && !includesRole(caller.role, "admin")) {
      throw new Fault("forbidden", "Only admins may export pictures of videos. Leave `stills` out.");
    }
    /** The export id under which the list of its annotations was stored. */
    let stored: number | undefined;
    const build = async (id: number) => {
      if (needsDataset(format) && (await findDataset()) === undefined) throw withoutDataset();
      const ids = await find({ ...(filters?.query ?? everything), caller: caller.id }).catch(ofFilters);
      const total = sizeOf(ids);
      const isTogether = options.level !== "media" || format === "coco" || format === "ytvis";
      const most = isTogether ? mostTogether : mostAnnotations;
      if (total > most) throw tooMany(total, most);
      if (total > 0) {
        stored = id;
        await files.putWork(id, idsName, packIds(ids));
      }
      return { maker: caller.id, format, filters: filters?.sent, options, createdMs: nowMs(), total };
    };
    const created = await exports.create(build, idempotency);
    const id = created === "too-many" ? undefined : created.id;
    // Removes the stored list if the request was refused or is a replay. After a crash, the bucket's lifecycle rule
    // removes it.
    if (stored !== undefined && stored !== id) await files.remove(stored);
    if (created === "too-many") throw tooManyJobs();
    // The job `export-stills` makes exports with stills.
    const isSmall = ({ total }: ExportJob) => total <= smallJob && !options.stills && !created.replayed;
    let job = await findExport(created.id);
    if (job && isSmall(job)) {
      await work(job, () => performance.now() - startMs < workMs);
      job = await findExport(created.id);
    }
    if (job === undefined) throw new Fault("unavailable", "The export no longer exists. Create a new one.");
    return {
      status: 202,
      headers: createdHeaders(`/api/v1/exports/${job.id}`, created),
      body: viewExport(job, summariseUser(caller), await files.links(job)),
    } as const;
  };
}

function ofFilters(error: unknown): never {
  throw error instanceof Fault ? error.within("/filters") : error;
}

/** The fault for a package without a dataset. Only the dataset has its title, contributors and licences. */
function withoutDataset(): Fault {
  const missing = datasetFields.map((name) => `\`${name}\``).join(", ");
  return new Fault(
    "conflict",
    `A package of Camtrap DP or Darwin Core needs a description of the dataset: its title, contributors and licences. Missing: ${missing}. An admin adds it with PUT /api/v1/dataset, or on the page under More, Dataset.`,
  );
}

function tooMany(total: number, limit: number): Fault {
  const [found, most] = [total, limit].map((count) => count.toLocaleString("en"));
  return new Fault(
    "too-large",
    `${found} annotations match. The maximum for this export is ${most}. Narrow the filters, for example by \`month\`.`,
  );
}
