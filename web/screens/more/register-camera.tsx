import { answer } from "../../api/answer.ts";
import { fetchAgain } from "../../api/query.ts";
import { service } from "../../api/service.ts";
import { Dialog } from "../../parts/dialog.tsx";
import type { Fields } from "../../parts/form/fields.ts";
import { Form } from "../../parts/form/form.tsx";
import { useWish } from "../../parts/wish.ts";
import { moreText } from "../../text/more.ts";
import { CameraFields } from "./camera-fields.tsx";
import { bodyOf, formOf, readForm } from "./camera-form.ts";

/** @param onClose called with a sentence about the result */
export function RegisterCamera({ onClose }: { readonly onClose: (said?: string) => void }) {
  const more = moreText.value;
  const wish = useWish();
  async function register(fields: Fields) {
    const body = bodyOf(readForm(fields));
    const header = { "Idempotency-Key": wish.keyOf(body) };
    await answer(service.POST("/capturesources", { body, params: { header } }));
    await fetchAgain({ queryKey: ["capturesources"] });
    onClose(more.registered(body.name));
  }
  return (
    <Dialog title={more.register} onClose={() => onClose()}>
      <Form send={more.registerSend} onSend={register}>
        <CameraFields form={formOf({})} isNew />
      </Form>
    </Dialog>
  );
}
