import type { Camera } from "../../client/recording/match-cameras.ts";
import { nameKey } from "../../shared/domain/species/name-key.ts";
import { Stop } from "../failure.ts";
import type { Options } from "../options.ts";
import type { KnownCamera, NewCamera } from "../service/cameras.ts";

/** Maximum number of cameras that are listed. */
const maxListed = 20;

type Chosen = Pick<Options, "camera" | "site" | "location" | "timeZone">;

/**
 * The camera that the options name, or the new one that they register.
 * @returns undefined if the options name no camera, so that each folder must have the name of its camera
 * @throws Stop if there is no such camera, with a sentence that says what would be right
 */
export function chooseCamera(
  { camera: name, site, location, timeZone }: Chosen,
  cameras: readonly KnownCamera[],
): Camera | NewCamera | undefined {
  const atSite = site === undefined ? undefined : cameras.find(({ siteId }) => siteId === site);
  if (atSite) return atSite;
  if (name !== undefined) {
    const [found, ...others] = camerasNamed(name, cameras);
    if (found && others.length === 0) return found;
    if (found) {
      throw new Stop(`--camera names several cameras. Use its number: ${listed([found, ...others])}.`, 2);
    }
  }
  if (site === undefined) {
    if (name === undefined) return undefined;
    throw new Stop(
      `There is no camera "${name}". Cameras are: ${listed(cameras)}. To register it, add --site and --location.`,
      2,
    );
  }
  if (name === undefined)
    throw new Stop(`No camera has the site ${site}. To register one, add --camera NAME.`, 2);
  if (location === undefined) throw new Stop(`To register the camera ${name}, add --location LAT,LON.`, 2);
  return { name, siteId: site, location, timeZone };
}

/** The cameras with this name. If no camera has it, the camera with this number. */
export function camerasNamed<C extends Camera>(text: string, cameras: readonly C[]): readonly C[] {
  const named = cameras.filter(({ name }) => nameKey(name) === nameKey(text));
  return named.length > 0 ? named : cameras.filter(({ id }) => String(id) === text);
}

/** The camera of a site key, which may not look up names. */
export function cameraOfKey(text: string | undefined): Camera {
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) {
    throw new Stop("With a site key, --camera must be the number of its camera, such as --camera 12.", 2);
  }
  return { id: Number(text), name: `camera ${text}`, timeZone: undefined };
}

/** Names of cameras with their numbers, as a list for people. */
export function listed(cameras: readonly Camera[]): string {
  const names = cameras.slice(0, maxListed).map(({ id, name }) => `${name} (${id})`);
  if (names.length === 0) return "none yet";
  return [...names, ...(cameras.length > maxListed ? [`and ${cameras.length - maxListed} more`] : [])].join(
    ", ",
  );
}
