import { readText } from "./request-body.ts";
import { objectArn, type S3Call } from "./s3-call.ts";
import { notImplemented, S3Error } from "./s3-error.ts";
import { element, inner, sendXml, textOf } from "./xml.ts";

/** Maximum number of keys in a request (S3 API Reference, DeleteObjects). */
const MAX_KEYS = 1000;

/** DeleteObject. Succeeds for a key that does not exist. */
export async function deleteObject(call: S3Call): Promise<void> {
  await remove(call, call.key);
  call.response.writeHead(204);
  call.response.end();
}

/** DeleteObjects. Checks the permission for each key, and deletes the allowed ones even if others are denied. */
export async function deleteObjects(call: S3Call): Promise<void> {
  const text = await readText(call);
  if (inner(text, "VersionId").length > 0) throw notImplemented("versions");
  const keys = inner(text, "Object").map((object) => textOf(object, "Key"));
  if (keys.length === 0 || keys.length > MAX_KEYS) {
    throw new S3Error(400, "MalformedXML", `The request must list 1 to ${MAX_KEYS} objects.`);
  }
  const quiet = textOf(text, "Quiet") === "true";
  const results = [];
  for (const key of keys) {
    if (key === undefined || key === "") throw new S3Error(400, "MalformedXML", "An object has no key.");
    const denial = call.denial("s3:DeleteObject", objectArn(call, key));
    if (denial === undefined) {
      await remove(call, key);
      if (!quiet) results.push(element("Deleted", element("Key", key)));
    } else {
      const reason = [element("Code", "AccessDenied"), element("Message", denial)];
      results.push(element("Error", element("Key", key), ...reason));
    }
  }
  sendXml(call.response, 200, element("DeleteResult", ...results));
}

async function remove({ store, bucket }: S3Call, key: string): Promise<void> {
  const blob = store.objects.remove(bucket, key);
  if (blob !== undefined) await store.blobs.remove(blob);
}
