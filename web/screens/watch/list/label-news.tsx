import { labellingText } from "../../../text/labelling.ts";
import type { Labelling } from "../acts/labelling.ts";
import type { Watching } from "../watching.ts";
import { LabelTrouble } from "./label-trouble.tsx";

type Props = { readonly labelling: Labelling; readonly watching: Watching };

/** News about labels, and unsaved changes of labels that are not selected. */
export function LabelNews({ labelling, watching }: Props) {
  const news = labelling.steps.news.value;
  const selected = watching.selected.value?.id;
  const troubles = labelling.steps.troubles.value.filter(({ label }) => label !== selected);
  return (
    <>
      <div role="status">
        {news !== undefined && (
          <p class="notice news">
            <span>{news}</span>
            <button
              type="button"
              class="plain"
              aria-label={labellingText.value.dismiss}
              onClick={() => {
                labelling.steps.news.value = undefined;
              }}
            >
              ×
            </button>
          </p>
        )}
      </div>
      {troubles.map((entry) => (
        <LabelTrouble key={entry.key} entry={entry} labelling={labelling} />
      ))}
    </>
  );
}
