import { connect } from "../../client/api.ts";
import type { components } from "../../client/paths.d.ts";
import type { FetchPatience } from "../../client/patient-fetch.ts";
import { keyOf } from "../../client/request-key.ts";
import { dataOrStop } from "../service/answer.ts";

type Schemas = components["schemas"];

/** The part of an import that the command uses. */
export type Import = Pick<
  Schemas["Import"],
  "id" | "status" | "progress" | "counts" | "labels" | "report_url" | "problem" | "expires"
>;
export type Begun = Pick<Schemas["BegunImport"], "id" | "status" | "upload" | "expires">;
export type Start = Schemas["ImportStart"];

/** True if an import cannot be started any more. A rejected or failed one can, as long as the service has its file. */
export function isOver({ status, expires }: Pick<Import, "status" | "expires">): boolean {
  if (status === "rejected" || status === "failed")
    return expires !== null && Date.parse(expires) <= Date.now();
  return status === "done" || status === "cancelled" || status === "expired";
}

export type PackageFile = {
  readonly format: Schemas["NewImport"]["format"];
  readonly filename: string;
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
};

/** The requests about imports of a deployment. */
export function importRequests(
  base: string,
  credential: () => Promise<string>,
  patience: Partial<FetchPatience>,
) {
  const api = connect(base, credential, patience);
  return {
    /**
     * Announces a file. The idempotency key is made from the file, so that a later run finds the import of an earlier one.
     * @param over id of an import of this file that cannot be started any more
     */
    begin: async (file: PackageFile, over?: number): Promise<Begun> => {
      const header = { "Idempotency-Key": `import-${await keyOf(file, over ?? "")}` };
      return dataOrStop(await api.POST("/imports", { body: file, params: { header } }));
    },
    start: async (id: number, body: Start): Promise<Import> =>
      dataOrStop(await api.POST("/imports/{id}/start", { params: { path: { id } }, body })),
    find: async (id: number): Promise<Import> =>
      dataOrStop(await api.GET("/imports/{id}", { params: { path: { id } } })),
    speciesName: async (id: number): Promise<string> =>
      dataOrStop(await api.GET("/species/{id}", { params: { path: { id } } })).scientific_name,
  };
}

export type ImportRequests = ReturnType<typeof importRequests>;
