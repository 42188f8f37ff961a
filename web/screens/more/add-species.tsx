import { answer } from "../../api/answer.ts";
import { fetchAgain } from "../../api/query.ts";
import { service } from "../../api/service.ts";
import { Dialog } from "../../parts/dialog.tsx";
import type { Fields } from "../../parts/form/fields.ts";
import { Choice, Field, Form } from "../../parts/form/form.tsx";
import { useWish } from "../../parts/wish.ts";
import { moreText } from "../../text/more.ts";

const kinds = ["animal", "human", "vehicle", "blank", "unknown"] as const;

/** @param onClose called with a sentence about the result */
export function AddSpecies({ onClose }: { readonly onClose: (said?: string) => void }) {
  const more = moreText.value;
  const wish = useWish();
  async function add(fields: Fields) {
    const lineage = fields("lineage")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "");
    const body = {
      common_name: fields("common_name"),
      scientific_name: fields("scientific_name"),
      kind: kinds.find((kind) => kind === fields("kind")) ?? "animal",
      lineage: lineage.length > 0 ? lineage : null,
    };
    const header = { "Idempotency-Key": wish.keyOf(body) };
    await answer(service.POST("/species", { body, params: { header } }));
    // Includes the results of earlier searches by letters.
    await fetchAgain({
      predicate: ({ queryKey: [first] }) => String(first).includes("species"),
    });
    onClose(more.added(body.common_name));
  }
  return (
    <Dialog title={more.addSpecies} onClose={() => onClose()}>
      <Form send={more.addSpeciesSend} onSend={add}>
        <Field name="common_name" label={more.common} />
        <Field name="scientific_name" label={more.scientific} />
        <Choice
          name="kind"
          label={more.kind}
          value="animal"
          options={kinds.map((kind) => [kind, more.kinds[kind]])}
        />
        <Field name="lineage" label={more.optional(more.lineage)} hint={more.lineageHint} />
      </Form>
    </Dialog>
  );
}
