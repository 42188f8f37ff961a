import { isAtLeast, useMe } from "../../api/me.ts";
import { Key } from "../../keys/key.tsx";
import { Problem } from "../../parts/problem.tsx";
import { watchText } from "../../text/watch.ts";
import type { Neighbours } from "./neighbours.ts";

type Props = { readonly neighbours: Neighbours; readonly camera: string };

/** Buttons to other videos of the same camera. */
export function NeighbourButtons({ neighbours, camera }: Props) {
  const watch = watchText.value;
  const me = useMe().data;
  const result = neighbours.result.value;
  return (
    <div class="neighbours">
      <button type="button" class="plain" onClick={() => void neighbours.open("before")}>
        ◂ {watch.earlier} <Key screen="watch" of="u" />
      </button>
      <button type="button" class="plain" onClick={() => void neighbours.open("after")}>
        {watch.later} ▸ <Key screen="watch" of="n" />
      </button>
      {me && isAtLeast(me.role, "annotator") && (
        <button type="button" class="plain" onClick={() => void neighbours.open("unlabelled")}>
          {watch.nextUnlabelled} <Key screen="watch" of="o" />
        </button>
      )}
      <span role="status">{result?.kind === "none" && watch.noNeighbour[result.wanted](camera)}</span>
      {result?.kind === "failed" && <Problem error={result.error} />}
    </div>
  );
}
