import { Key } from "../../parts/key.tsx";
import { Problem } from "../../parts/problem.tsx";
import { text } from "../../text/text.ts";
import type { Neighbours } from "./neighbours.ts";

type Props = { readonly neighbours: Neighbours; readonly camera: string };

/** To the videos that the camera recorded before and after this one. */
export function NeighbourButtons({ neighbours, camera }: Props) {
  const { watch } = text.value;
  const result = neighbours.result.value;
  return (
    <div class="neighbours">
      <button type="button" class="plain" onClick={() => void neighbours.open(-1)}>
        ◂ {watch.earlier} <Key screen="watch" of="u" />
      </button>
      <button type="button" class="plain" onClick={() => void neighbours.open(1)}>
        {watch.later} ▸ <Key screen="watch" of="n" />
      </button>
      <span role="status">{result?.kind === "end" && watch.noNeighbour(camera, result.direction === 1)}</span>
      {result?.kind === "failed" && <Problem error={result.error} />}
    </div>
  );
}
