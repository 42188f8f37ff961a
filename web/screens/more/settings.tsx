import { HidePlaces } from "../../parts/places/hide.tsx";
import { type Preferences, prefer, preferences } from "../../preferences.ts";
import { chooseLanguage, languages } from "../../text/language.ts";
import { moreText } from "../../text/more.ts";
import { placesText } from "../../text/places.ts";

const colours: readonly Preferences["colours"][] = ["system", "light", "dark"];

/** The person's settings in this browser. */
export function Settings() {
  const more = moreText.value;
  const { colours: chosen } = preferences.value;
  return (
    <div class="settings">
      <fieldset class="panel">
        <legend>{more.colours}</legend>
        {colours.map((each) => (
          <label key={each} class="option">
            <input
              type="radio"
              name="colours"
              value={each}
              checked={chosen === each}
              onChange={() => prefer({ colours: each })}
            />
            {more.colourChoices[each]}
          </label>
        ))}
      </fieldset>
      <fieldset class="panel">
        <legend>{more.language}</legend>
        {languages.map(({ code }) => (
          <label key={code} class="option">
            <input
              type="radio"
              name="language"
              value={code}
              checked={document.documentElement.lang === code}
              onChange={() => void chooseLanguage(code)}
            />
            <span lang={code}>{new Intl.DisplayNames(code, { type: "language" }).of(code)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="panel">
        <legend>{more.places}</legend>
        <HidePlaces />
        <p class="hint">{placesText.value.hideWhy}</p>
      </fieldset>
    </div>
  );
}
