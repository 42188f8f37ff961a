import type { components } from "../../../client/paths.d.ts";
import { useStill } from "../../api/stills.ts";
import { partsText } from "../../text/parts.ts";

type Props = {
  readonly wanted: components["schemas"]["WantedStill"];
  /** Whether it is near the screen: a picture that nobody sees is not asked for. */
  readonly isSeen: boolean;
};

/** A picture of a label. What stands beside it says what it shows. */
export function LabelStill({ wanted, isSeen }: Props) {
  const parts = partsText.value;
  const { data, dataUpdatedAt, error, refetch } = useStill(isSeen ? wanted : undefined);
  if (typeof data === "object") {
    // An address ends after 15 minutes. One that fails at once is not asked for again.
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
