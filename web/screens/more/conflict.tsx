import { Form } from "../../parts/form/form.tsx";
import { Table } from "../../parts/list/table.tsx";
import { moreText } from "../../text/more.ts";
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
      <Table
        rows={differences(theirs, mine).map((id) => ({ id }))}
        columns={[
          { heading: more.field, cell: ({ id }) => more.camera[id] },
          { heading: more.theirs, cell: ({ id }) => theirs[id] || more.empty },
          { heading: more.mine, cell: ({ id }) => mine[id] || more.empty },
        ]}
      />
      <Form send={more.putMine} onSend={onSave}>
        <button type="button" onClick={onLeave}>
          {more.takeTheirs}
        </button>
      </Form>
    </>
  );
}
