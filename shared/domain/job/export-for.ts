import { includesRole } from "../person/role.ts";
import type { User } from "../person/user.ts";
import type { ExportJob } from "./export-job.ts";

/**
 * Returns an export as a caller may have it now. Roles change: if the caller may no longer have its exact coordinates or
 * its pictures, it has no files, and its `problem` says why.
 */
export function exportFor(job: ExportJob, { role }: Pick<User, "role">): ExportJob {
  const { coordinates, stills } = job.options;
  const isForAdmins = coordinates === "exact" || stills;
  if (includesRole(role, "admin") || !isForAdmins || job.files.length === 0) return job;
  const what = stills ? "pictures of videos" : "exact coordinates";
  return { ...job, files: [], problem: `Only admins may have the files of an export with ${what}.` };
}
