import { useSignal } from "@preact/signals";
import { answer } from "../../api/answer.ts";
import type { Me } from "../../api/me.ts";
import { queries } from "../../api/query.ts";
import { service } from "../../api/service.ts";
import type { Fields } from "../../parts/form/fields.ts";
import { Field, Form } from "../../parts/form/form.tsx";
import { signOut } from "../../sign-in/session.ts";
import { moreText } from "../../text/more.ts";
import { shellText } from "../../text/shell.ts";

/** The person's own name, and the button to sign out. */
export function Account({ me }: { readonly me: Me }) {
  const more = moreText.value;
  const shell = shellText.value;
  const said = useSignal("");
  async function rename(fields: Fields) {
    said.value = "";
    const body = { display_name: fields("display_name") };
    queries.setQueryData<Me>(["me"], await answer(service.PATCH("/users/me", { body })));
    said.value = more.renamed;
  }
  return (
    <>
      <p>{more.signedInAs(me.email, shell.roles[me.role])}</p>
      <Form send={more.save} onSend={rename}>
        <Field
          name="display_name"
          label={more.displayName}
          hint={more.displayNameHint}
          value={me.display_name}
        />
      </Form>
      <p role="status">{said.value}</p>
      <button type="button" onClick={signOut}>
        {shell.signOut}
      </button>
    </>
  );
}
