import type { components } from "../../../client/paths.d.ts";
import { useStill } from "../../api/stills.ts";
import { partsText } from "../../text/parts.ts";

type Props = {
  readonly wanted: components["schemas"]["WantedStill"];
  /** `true` if the picture is near the visible part of the screen. Other pictures are not fetched. */
  readonly isSeen: boolean;
};

/** A picture of a label. The text beside it describes it, so it has no text alternative of its own. */
export function LabelStill({ wanted, isSeen }: Props) {
  const parts = partsText.value;
  const { data, dataUpdatedAt, error, refetch } = useStill(isSeen ? wanted : undefined);
  if (typeof data === "object") {
    // An address expires after 15 minutes. An address that fails at once is not renewed.
    const renew = () => {
      if (Date.now() - dataUpdatedAt > 60_000) void refetch();
    };
    return <img key={data.url} src={data.url} alt="" decoding="async" onError={renew} />;
  }
  return (
    <span class="still-missing">
      {data === "none" || error ? parts.noPicture : data && parts.makingPicture}
    </span>
  );
}
