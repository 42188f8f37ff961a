import type { components } from "../../client/paths.d.ts";
import { useStill } from "../api/stills.ts";
import { text } from "../text/text.ts";

type Props = {
  readonly wanted: components["schemas"]["WantedStill"];
  /** Whether it is near the screen: a picture that nobody sees is not asked for. */
  readonly isSeen: boolean;
};

/** A picture of a label. What stands beside it says what it shows. */
export function LabelStill({ wanted, isSeen }: Props) {
  const { parts } = text.value;
  const { data, error, refetch } = useStill(isSeen ? wanted : undefined);
  if (typeof data === "object") {
    // An address ends after 15 minutes. A new one is asked for once: then it is another element.
    return <img key={data.url} src={data.url} alt="" decoding="async" onError={() => void refetch()} />;
  }
  return (
    <span class="still-missing">
      {data === "none" || error ? parts.noPicture : data && parts.makingPicture}
    </span>
  );
}
