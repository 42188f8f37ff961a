import { Form } from "../../parts/form/form.tsx";
import { moreText } from "../../text/more.ts";
import { labelOf } from "./camera-fields.tsx";
import { type CameraForm, differences } from "./camera-form.ts";

type Props = {
  readonly mine: CameraForm;
  readonly theirs: CameraForm;
  readonly onLeave: () => void;
  readonly onSave: () => Promise<void>;
};

/** Shows the changes of somebody else beside the person's own values. */
export function ConflictView({ mine, theirs, onLeave, onSave }: Props) {
  const more = moreText.value;
  return (
    <>
      <p role="alert">
        <strong>{more.conflict}</strong>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{more.field}</th>
            <th scope="col">{more.theirs}</th>
            <th scope="col">{more.mine}</th>
          </tr>
        </thead>
        <tbody>
          {differences(theirs, mine).map((field) => (
            <tr key={field}>
              <th scope="row">{labelOf(field)}</th>
              <td>{theirs[field] || more.empty}</td>
              <td>{mine[field] || more.empty}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Form send={more.putMine} onSend={onSave}>
        <button type="button" onClick={onLeave}>
          {more.takeTheirs}
        </button>
      </Form>
    </>
  );
}
