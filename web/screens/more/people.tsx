import { useSignal } from "@preact/signals";
import { allPages } from "../../api/all-pages.ts";
import { answer, answered, answeredUnless } from "../../api/answer.ts";
import { type Me, roles } from "../../api/me.ts";
import { fetchAgain, useQuery } from "../../api/query.ts";
import { service } from "../../api/service.ts";
import { DialogButton } from "../../parts/dialog-button.tsx";
import { Table } from "../../parts/list/table.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";
import { moreText } from "../../text/more.ts";
import { shellText } from "../../text/shell.ts";
import { Invite } from "./invite.tsx";

/** The people with access, and their roles. Only admins see this section. */
export function People({ me }: { readonly me: Me }) {
  const more = moreText.value;
  const shell = shellText.value;
  const people = useQuery<readonly Me[]>({
    queryKey: ["people"],
    queryFn: () => allPages((query) => answer(service.GET("/users", { params: { query } }))),
  });
  const said = useSignal("");
  const failed = useSignal<unknown>(undefined);

  async function change(person: Me, role: Me["role"]) {
    failed.value = undefined;
    said.value = "";
    try {
      said.value = (await changeRole(person, role))
        ? more.roleIs(person.display_name, shell.roles[role])
        : more.changedMeanwhile(person.display_name);
    } catch (error) {
      failed.value = error;
    }
    // Also after a refused request, so that the list shows the stored roles again.
    await fetchAgain({ queryKey: ["people"] });
  }

  if (people.error) return <Problem error={people.error} onRetry={() => void people.refetch()} />;
  if (!people.data) return <Loading what={more.whatPeople} />;
  return (
    <>
      <p role="status">{said.value}</p>
      {failed.value !== undefined && <Problem error={failed.value} />}
      <DialogButton class="primary" label={more.invite} said={said}>
        {(close) => <Invite onClose={close} />}
      </DialogButton>
      <Table
        stacks
        label={more.people}
        rows={people.data}
        columns={[
          { heading: more.name, cell: ({ display_name }) => display_name },
          { heading: more.email, cell: ({ email }) => email },
          {
            heading: more.role,
            cell: (person) => <Role person={person} me={me} onChange={(role) => void change(person, role)} />,
          },
        ]}
      />
      <dl class="roles">
        {roles.map((role) => (
          <div key={role}>
            <dt>{shell.roles[role]}</dt>
            <dd>{more.roleMay[role]}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type RoleProps = {
  readonly person: Me;
  readonly me: Me;
  readonly onChange: (role: Me["role"]) => void;
};

function Role({ person, me, onChange }: RoleProps) {
  const more = moreText.value;
  const shell = shellText.value;
  if (person.id === me.id) return `${shell.roles[person.role]} (${more.you})`;
  return (
    <select
      aria-label={more.roleOf(person.display_name)}
      value={person.role}
      onChange={({ currentTarget }) => {
        const role = roles.find((each) => each === currentTarget.value);
        // Shows the stored role until the service has changed it.
        currentTarget.value = person.role;
        if (role !== undefined) onChange(role);
      }}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {shell.roles[role]}
        </option>
      ))}
    </select>
  );
}

/** Changes a person's role. Returns `false` if somebody else changed the person meanwhile. */
async function changeRole({ email, role: shown }: Me, role: Me["role"]): Promise<boolean> {
  const path = { email };
  const find = () => answered(service.GET("/users/{email}", { params: { path } }));
  const { data, headers } = await find();
  if (data.role !== shown) return false;
  const params = { path, header: { "If-Match": headers.get("etag") ?? "*" } };
  const changed = await answeredUnless(412, service.PATCH("/users/{email}", { params, body: { role } }));
  // If the response to a first attempt was lost, the second attempt returns 412 although the change is stored.
  return changed !== undefined || (await find()).data.role === role;
}
