import { useComputed, useSignal } from "@preact/signals";
import { isAtLeast, type Me } from "../../api/me.ts";
import { chosenKey, type KeyRow, type KeyScreen } from "../../keys/chosen.ts";
import { shownKey } from "../../keys/pressed.ts";
import { prefer, preferences } from "../../preferences.ts";
import { moreText } from "../../text/more.ts";
import { reviewText } from "../../text/review.ts";
import { watchText } from "../../text/watch.ts";
import { keysOfReview } from "../review/keys.ts";
import { keysOfWatch } from "../watch/acts/keys.ts";
import { ChangeKey, type WantedKey } from "./change-key.tsx";

/** The keys of Watch and Review, which can be changed and turned off. */
export function Keys({ me }: { readonly me: Me }) {
  const more = moreText.value;
  const mayLabel = isAtLeast(me.role, "annotator");
  const wanted = useSignal<WantedKey | undefined>(undefined);
  const said = useSignal("");
  const isChanged = useComputed(() =>
    Object.values(preferences.value.keys).some((changed) => Object.keys(changed).length > 0),
  );
  const lists = [
    { screen: "watch" as const, title: watchText.value.title, rows: keysOfWatch(mayLabel) },
    ...(mayLabel ? [{ screen: "review" as const, title: reviewText.value.title, rows: keysOfReview() }] : []),
  ];
  return (
    <div class="settings">
      <fieldset class="panel">
        <legend>{more.singleKeysTitle}</legend>
        <label class="option">
          <input
            type="checkbox"
            checked={preferences.value.singleKeys}
            onChange={({ currentTarget }) => prefer({ singleKeys: currentTarget.checked })}
          />
          {more.singleKeys}
        </label>
        <p class="hint">{more.singleKeysHint}</p>
      </fieldset>
      <p class="hint">{more.keysHint}</p>
      <button
        type="button"
        disabled={!isChanged.value}
        onClick={() => {
          prefer({ keys: { watch: {}, review: {} } });
          said.value = more.keysReset;
        }}
      >
        {more.resetKeys}
      </button>
      <p role="status">{said.value}</p>
      {lists.map(({ screen, title, rows }) => (
        <section key={screen} aria-labelledby={`keys-of-${screen}`}>
          <h3 id={`keys-of-${screen}`}>{title}</h3>
          <dl class="chosen-keys">
            {rows.map((row) => (
              <div key={row.does}>
                <dt>{row.does}</dt>
                <dd>
                  {row.keys.map((key) =>
                    row.fixed ? (
                      <kbd key={key}>{shownKey(key)}</kbd>
                    ) : (
                      <KeyButton
                        key={key}
                        screen={screen}
                        row={row}
                        of={key}
                        onClick={() => {
                          said.value = "";
                          wanted.value = { screen, rows, does: row.does, key };
                        }}
                      />
                    ),
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {wanted.value && (
        <ChangeKey
          wanted={wanted.value}
          onClose={(sentence) => {
            wanted.value = undefined;
            said.value = sentence ?? "";
          }}
        />
      )}
    </div>
  );
}

type KeyButtonProps = {
  readonly screen: KeyScreen;
  readonly row: KeyRow;
  /** The default key. */
  readonly of: string;
  readonly onClick: () => void;
};

function KeyButton({ screen, row, of, onClick }: KeyButtonProps) {
  const more = moreText.value;
  const chosen = chosenKey(screen, of);
  const shown = chosen === null ? more.noKey : shownKey(chosen);
  const was = chosen === of ? undefined : more.keyWas(shownKey(of));
  return (
    <button
      type="button"
      class={was ? "key changed" : "key"}
      aria-label={more.keyOf(row.does, shown)}
      title={was}
      onClick={onClick}
    >
      {shown}
    </button>
  );
}
