import createClient from "openapi-fetch";
import type { paths } from "./paths.d.ts";
import { type FetchPatience, patientFetch } from "./patient-fetch.ts";

/** The service's API, with types from its OpenAPI description. */
export type Api = ReturnType<typeof createClient<paths>>;

/**
 * A client for a page or a command.
 * @param base address of the deployment, with the stage: `https://<id>.execute-api.<region>.amazonaws.com/<stage>`
 * @param credential returns the bearer token or site key. The function is called for each attempt, so that the token can be renewed.
 */
export function connect(
  base: string,
  credential: () => Promise<string>,
  patience?: Partial<FetchPatience>,
): Api {
  return createClient<paths>({
    baseUrl: `${base.replace(/\/+$/, "")}/api/v1`,
    fetch: patientFetch(credential, patience),
  });
}
