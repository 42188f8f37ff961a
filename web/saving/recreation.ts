import { contentOf, contentOfTrack, isSameContent } from "../labels/content.ts";
import type { Row } from "../labels/label.ts";
import type { Deed } from "./entry.ts";
import { votesOf } from "./overlay.ts";

/**
 * Returns the changes that restore a deleted label. The votes of others are lost, and the author of the restored label
 * is the person who restores it.
 */
export function recreation(row: Row, label: number, person: number): readonly Deed[] {
  const content = contentOf(row);
  const { method, confidence, machine, camtrap_dp, observer } = row;
  const isTrack = content.keypoints.length > 0;
  // The service makes a track without notes, from its first keypoint to its last one. A second change adds the rest.
  const begun = isTrack ? contentOfTrack(content.keypoints) : content;
  const origin = {
    ...(method === "machine" && { method, confidence, machine }),
    ...(camtrap_dp && { camtrap_dp }),
    ...(!isTrack && { observer }),
  };
  return [
    { label, action: { kind: "create", content: begun, origin } },
    ...(isSameContent(begun, content)
      ? []
      : [{ label, action: { kind: "change", before: begun, after: content } } as const]),
    ...votesOf(row, person).map(
      (species) => ({ label, action: { kind: "vote", species, isFor: true } }) as const,
    ),
  ];
}
