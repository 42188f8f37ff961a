import { effect } from "@preact/signals";
import { answer } from "../../api/answer.ts";
import { queries } from "../../api/query.ts";
import { service } from "../../api/service.ts";
import { Decisions } from "./decisions.ts";
import { countReviewed } from "./today.ts";

const path = "/annotations/{id}/identifications/{species_id}";

/** What the person who is signed in decided since the page was opened. It goes on when another screen is opened. */
export const decisions = new Decisions({
  add: async (id, species_id, key) => {
    const header = { "Idempotency-Key": key };
    await answer(service.POST(path, { params: { path: { id, species_id }, header } }));
    forgetLists();
  },
  remove: async (id, species_id) => {
    await answer(service.DELETE(path, { params: { path: { id, species_id } } }));
    forgetLists();
  },
});

let counted = 0;
effect(() => {
  const { size } = decisions.shown.value;
  if (size !== counted) countReviewed(size - counted);
  counted = size;
});

// What is decided and not yet sent would be lost.
addEventListener("beforeunload", (event) => {
  if (decisions.waiting.peek() > 0) event.preventDefault();
});

/** Other screens count and show votes. */
function forgetLists(): void {
  for (const key of ["moments", "label counts"]) {
    void queries.invalidateQueries({ queryKey: [key], refetchType: "none" });
  }
}
