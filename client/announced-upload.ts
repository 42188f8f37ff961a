import type { components } from "./paths.d.ts";

type BegunImport = components["schemas"]["BegunImport"];

/** An import whose file is uploaded. */
export type UploadingImport = BegunImport & { readonly upload: NonNullable<BegunImport["upload"]> };

/** The answer to an announced file has the address for it. Only imports of `s3_url` have none. */
export function withUpload(begun: BegunImport): UploadingImport {
  if (begun.upload === null) throw new Error("The service has no address for the file");
  return { ...begun, upload: begun.upload };
}
