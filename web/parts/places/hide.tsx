import { placesText } from "../../text/places.ts";
import { placesHidden } from "./hidden.ts";

/** Hides places on every screen, or shows them again. */
export function HidePlaces() {
  const places = placesText.value;
  return (
    <button
      type="button"
      title={places.hideWhy}
      onClick={() => {
        placesHidden.value = !placesHidden.value;
      }}
    >
      {placesHidden.value ? places.show : places.hide}
    </button>
  );
}
