import type { components } from "./paths.d.ts";

type BegunImport = components["schemas"]["BegunImport"];

/** An import whose file is uploaded. */
export type UploadingImport = BegunImport & { readonly upload: NonNullable<BegunImport["upload"]> };

/** An announced import with the address for its file. Only imports of an `s3_url` have no such address. */
export function withUpload(begun: BegunImport): UploadingImport {
  if (begun.upload === null) throw new Error("The service has no address for the file");
  return { ...begun, upload: begun.upload };
}
