import { type Content, contentOf } from "../../../labels/content.ts";
import { formatOffset } from "../../../labels/offset.ts";
import type { Entry } from "../../../saving/entry.ts";
import { labellingText } from "../../../text/labelling.ts";
import type { Labelling } from "../acts/labelling.ts";

type Props = { readonly entry: Entry; readonly labelling: Labelling };

/** The reason for which a change of a label is not saved, and the person's choices. */
export function LabelTrouble({ entry, labelling }: Props) {
  const words = labellingText.value;
  const { trouble, action } = entry;
  if (trouble === undefined) return null;
  const isRemoval = action.kind === "remove";
  if (trouble.kind === "refused") {
    return (
      <div class="notice bad trouble" role="alert">
        <p>
          <strong>{words.refusedWhat[action.kind]}</strong> {trouble.detail}
        </p>
        {(action.kind === "create" || action.kind === "change") && <p>{words.editHint}</p>}
        <div class="buttons">
          {action.kind !== "vote" && (
            <button type="button" onClick={() => labelling.edit(entry)}>
              {words.edit}
            </button>
          )}
          <button type="button" onClick={() => labelling.steps.insist(entry)}>
            {words.tryAgain}
          </button>
          <button type="button" onClick={() => labelling.steps.throwAway(entry)}>
            {words.throwAway}
          </button>
        </div>
      </div>
    );
  }
  const theirs = contentOf(trouble.theirs);
  return (
    <div class="notice trouble" role="alert">
      <p>
        <strong>{isRemoval ? words.conflictRemove : words.conflictTitle}</strong>
      </p>
      {action.kind === "change" && <SideBySide theirs={theirs} mine={action.after} />}
      <div class="buttons">
        <button type="button" onClick={() => labelling.steps.throwAway(entry)}>
          {isRemoval ? words.keep : words.showTheirs}
        </button>
        <button type="button" onClick={() => labelling.steps.insist(entry)}>
          {isRemoval ? words.deleteAnyway : words.putMine}
        </button>
      </div>
    </div>
  );
}

/** Shows the differences between their version and mine. The picture shows both boxes. */
function SideBySide({ theirs, mine }: { readonly theirs: Content; readonly mine: Content }) {
  const words = labellingText.value;
  const keys = [...new Set([theirs.notes ?? {}, mine.notes ?? {}].flatMap(Object.keys))];
  const rows: readonly (readonly [string, string, string])[] = [
    [words.time, timeOf(theirs), timeOf(mine)],
    [words.place, placeOf(theirs), placeOf(mine)],
    ...keys.map((key) => [key, theirs.notes?.[key] ?? "–", mine.notes?.[key] ?? "–"] as const),
  ];
  return (
    <table class="side-by-side">
      <thead>
        <tr>
          <td />
          <th scope="col">{words.theirs}</th>
          <th scope="col">{words.mine}</th>
        </tr>
      </thead>
      <tbody>
        {rows
          .filter(([, a, b]) => a !== b)
          .map(([name, a, b]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{a}</td>
              <td>{b}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function timeOf({ startMs, endMs }: Content): string {
  return startMs === endMs ? formatOffset(startMs) : `${formatOffset(startMs)} – ${formatOffset(endMs)}`;
}

function placeOf({ keypoints, boundingBox }: Content): string {
  const places = keypoints.map(({ box, ms }) => ({ box, at: `${formatOffset(ms)}\n` }));
  return (places.length > 0 ? places : boundingBox ? [{ box: boundingBox, at: "" }] : [])
    .map(({ box, at }) => `${at}${box.x1}, ${box.y1}, ${box.x2 - box.x1 + 1} × ${box.y2 - box.y1 + 1}`)
    .join("\n");
}
