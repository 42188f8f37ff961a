import { answer } from "../../api/answer.ts";
import { roles } from "../../api/me.ts";
import { fetchAgain } from "../../api/query.ts";
import { service } from "../../api/service.ts";
import { Dialog } from "../../parts/dialog.tsx";
import type { Fields } from "../../parts/form/fields.ts";
import { Choice, Field, Form } from "../../parts/form/form.tsx";
import { useWish } from "../../parts/wish.ts";
import { moreText } from "../../text/more.ts";
import { shellText } from "../../text/shell.ts";

/** @param onClose called with a sentence about the result */
export function Invite({ onClose }: { readonly onClose: (said?: string) => void }) {
  const more = moreText.value;
  const shell = shellText.value;
  const wish = useWish();
  async function invite(fields: Fields) {
    const role = roles.find((each) => each === fields("role")) ?? "readonly";
    const body = { email: fields("email"), role };
    const header = { "Idempotency-Key": wish.keyOf(body) };
    await answer(service.POST("/users", { body, params: { header } }));
    await fetchAgain({ queryKey: ["people"] });
    onClose(more.invited(body.email, shell.roles[role]));
  }
  return (
    <Dialog title={more.invite} onClose={() => onClose()}>
      <Form send={more.inviteSend} onSend={invite}>
        <Field name="email" type="email" label={more.email} hint={more.inviteHint} />
        <Choice
          name="role"
          label={more.role}
          value="annotator"
          options={roles.map((role) => [role, `${shell.roles[role]}: ${more.roleMay[role]}`])}
        />
      </Form>
    </Dialog>
  );
}
