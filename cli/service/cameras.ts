import type { Api } from "../../client/api.ts";
import type { Camera } from "../../client/recording/match-cameras.ts";
import { keyOf } from "../../client/request-key.ts";
import { dataOf } from "./answer.ts";

/** A capture source as the service lists it. */
export type KnownCamera = Camera & { readonly siteId: number | undefined };

/** A camera that the service does not know yet. */
export type NewCamera = {
  readonly name: string;
  readonly siteId: number;
  /** `<latitude>,<longitude>` */
  readonly location: string;
  readonly timeZone: string | undefined;
};

const pageRows = 100;

/** All cameras of the service. Site keys may not list them. */
export async function listCameras(api: Api): Promise<readonly KnownCamera[]> {
  const cameras: KnownCamera[] = [];
  for (;;) {
    const query = { limit: pageRows, offset: cameras.length };
    const { results, total } = dataOf(await api.GET("/capturesources", { params: { query } }));
    cameras.push(
      ...results.map(({ id, name, time_zone, site_id }) => ({
        ...{ id, name, timeZone: time_zone, siteId: site_id },
      })),
    );
    if (results.length === 0 || cameras.length >= total) return cameras;
  }
}

/** Registers a camera. Running the command again registers no second one. */
export async function registerCamera(
  api: Api,
  { name, siteId, location, timeZone }: NewCamera,
): Promise<KnownCamera> {
  const body = {
    ...{ name, location, camera_hardware: "", site_id: siteId },
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
  };
  const header = { "Idempotency-Key": `camera-${await keyOf(body)}` };
  const { id } = dataOf(await api.POST("/capturesources", { body, params: { header } }));
  return { id, name, timeZone, siteId };
}
