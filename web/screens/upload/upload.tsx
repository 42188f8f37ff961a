import { isAtLeast, useMe } from "../../api/me.ts";
import { useTitle } from "../../parts/title.ts";
import { uploadText } from "../../text/upload.ts";
import { ChoosePlace } from "./choose-place.tsx";
import { Confirm } from "./confirm.tsx";
import { Imports } from "./imports/imports.tsx";
import { Uploading } from "./uploading.tsx";

/** The screen Upload: videos and pictures from a disk or card. */
export function Upload() {
  const upload = uploadText.value;
  useTitle(upload.title);
  const me = useMe();
  const mayUpload = me.data !== undefined && isAtLeast(me.data.role, "curator");
  return (
    <div class="upload">
      <h1>{upload.title}</h1>
      {mayUpload ? (
        <>
          <ChoosePlace />
          <Confirm />
          <Uploading />
          <Imports />
        </>
      ) : (
        <p>{upload.needsCurator}</p>
      )}
    </div>
  );
}
