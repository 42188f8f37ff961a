import { nameKey } from "../../shared/domain/species/name-key.ts";

/** A capture source, as the service lists it. */
export type Camera = { readonly id: number; readonly name: string; readonly timeZone: string | undefined };

export type Match = Camera | "none" | { readonly several: readonly Camera[] };

/** Removes case, accents and separators from a name, so that `Weir-01` equals `weir 01`. */
function plain(name: string): string {
  return nameKey(name.replaceAll(/[\s._-]+/g, " "));
}

/**
 * Finds the camera of a file by the names of its folders, the innermost first. A folder with exactly the name of a camera
 * takes precedence over a folder whose name contains it as whole words, such as `CAM01 March` for `CAM01`.
 * @param file path of the file, with `/`
 * @param root name of the imported folder, which may also be the name of a camera
 */
export function cameraOf(file: string, root: string, cameras: readonly Camera[]): Match {
  const folders = [root, ...file.split("/").slice(0, -1)].map(plain).reverse();
  for (const isNamed of [sameName, hasWords]) {
    for (const folder of folders) {
      const [found, ...others] = cameras.filter(({ name }) => isNamed(folder, plain(name)));
      if (found) return others.length === 0 ? found : { several: [found, ...others] };
    }
  }
  return "none";
}

function sameName(folder: string, camera: string): boolean {
  return folder === camera;
}

function hasWords(folder: string, camera: string): boolean {
  return camera !== "" && ` ${folder} `.includes(` ${camera} `);
}
