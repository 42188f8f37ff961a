import { useSignal } from "@preact/signals";
import { type CaptureSource, useCaptureSources } from "../../api/capture-sources.ts";
import { isAtLeast, type Me } from "../../api/me.ts";
import { DialogButton } from "../../parts/dialog-button.tsx";
import { type Column, Table } from "../../parts/list/table.tsx";
import { Loading } from "../../parts/loading.tsx";
import { cameraName, placesHidden } from "../../parts/places/hidden.ts";
import { Problem } from "../../parts/problem.tsx";
import { mapText } from "../../text/map.ts";
import { moreText } from "../../text/more.ts";
import { ChangeCamera } from "./change-camera.tsx";
import { RegisterCamera } from "./register-camera.tsx";
import { SiteKeys } from "./site-keys.tsx";

type Open = { readonly kind: "change" | "keys"; readonly camera: CaptureSource };

/** All cameras. Curators register and change them; admins make site keys. */
export function Cameras({ me }: { readonly me: Me }) {
  const more = moreText.value;
  const cameras = useCaptureSources();
  const open = useSignal<Open | undefined>(undefined);
  const said = useSignal("");
  const isCurator = isAtLeast(me.role, "curator");
  const close = (message?: string) => {
    open.value = undefined;
    said.value = message ?? "";
  };
  if (cameras.error) return <Problem error={cameras.error} onRetry={() => void cameras.refetch()} />;
  if (!cameras.data) return <Loading what={more.whatCameras} />;
  const { value: shown } = open;
  return (
    <>
      <p role="status">{said.value}</p>
      {isCurator && (
        <DialogButton class="primary" label={more.register} said={said}>
          {(close) => <RegisterCamera onClose={close} />}
        </DialogButton>
      )}
      {cameras.data.size === 0 ? (
        <p>{more.noCameras}</p>
      ) : (
        <CameraTable
          cameras={[...cameras.data.values()]}
          me={me}
          onOpen={(kind, camera) => {
            open.value = { kind, camera };
          }}
        />
      )}
      {shown?.kind === "change" && <ChangeCamera id={shown.camera.id} onClose={close} />}
      {shown?.kind === "keys" && <SiteKeys camera={shown.camera} onClose={() => close()} />}
    </>
  );
}

type TableProps = {
  readonly cameras: readonly CaptureSource[];
  readonly me: Me;
  readonly onOpen: (kind: "change" | "keys", camera: CaptureSource) => void;
};

function CameraTable({ cameras, me, onOpen }: TableProps) {
  const more = moreText.value;
  // The form shows the name and place, so it is closed while places are hidden.
  const mayChange = isAtLeast(me.role, "curator") && !placesHidden.value;
  const isAdmin = isAtLeast(me.role, "admin");
  const nameOf = (camera: CaptureSource) => cameraName(camera.id, camera);
  const place = {
    heading: mapText.value.place,
    cell: ({ location }: CaptureSource) => location.replace(",", ", "),
  };
  const buttons: Column<CaptureSource> = {
    heading: more.change,
    isUnseen: true,
    class: "actions",
    cell: (camera) => (
      <>
        {mayChange && (
          <button
            type="button"
            aria-label={more.changeOf(nameOf(camera))}
            onClick={() => onOpen("change", camera)}
          >
            {more.change}
          </button>
        )}
        {isAdmin && (
          <button
            type="button"
            aria-label={more.siteKeysOf(nameOf(camera))}
            onClick={() => onOpen("keys", camera)}
          >
            {more.siteKeys}
          </button>
        )}
      </>
    ),
  };
  return (
    <Table
      stacks
      label={more.cameras}
      rows={cameras}
      columns={[
        { heading: more.name, cell: nameOf },
        ...(placesHidden.value ? [] : [place]),
        { heading: more.camera.camera_hardware, cell: ({ camera_hardware }) => camera_hardware },
        { heading: more.camera.time_zone, cell: ({ time_zone }) => time_zone ?? more.utc },
        ...(mayChange || isAdmin ? [buttons] : []),
      ]}
    />
  );
}
