import { openS3 } from "../../shared/media/files/objects.ts";
import { videoFiles } from "../../shared/media/files/video-files.ts";
import { mediaBucket } from "../../shared/runtime/env.ts";
import { serveWithSites } from "../../shared/serve/serve.ts";
import { uploadById } from "../../shared/store/upload/reader.ts";
import { uploadWriter } from "../../shared/store/upload/writer.ts";
import { contract } from "./contract.ts";
import { signUploadParts } from "./sign-upload-parts.ts";

const files = videoFiles(openS3(), mediaBucket(), Date.now);

export const handler = serveWithSites(contract, (table) =>
  signUploadParts({ findUpload: uploadById(table), uploads: uploadWriter(table), files }),
);
