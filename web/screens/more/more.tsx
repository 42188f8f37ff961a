import type { ComponentType } from "preact";
import { isAtLeast, type Me, useMe } from "../../api/me.ts";
import { useTitle } from "../../parts/title.ts";
import { moreLink, route } from "../../route.ts";
import { moreText } from "../../text/more.ts";
import { Account } from "./account.tsx";
import { Cameras } from "./cameras.tsx";
import { DatasetPart } from "./dataset.tsx";
import { Keys } from "./keys.tsx";
import { People } from "./people.tsx";
import { Settings } from "./settings.tsx";
import { SpeciesList } from "./species-list.tsx";

type PartProps = { readonly me: Me };

/** The sections of the screen, each with the lowest role that sees it. */
const parts = [
  { name: "cameras", role: "readonly", Part: Cameras },
  { name: "species", role: "readonly", Part: SpeciesList },
  { name: "dataset", role: "readonly", Part: DatasetPart },
  { name: "people", role: "admin", Part: People },
  { name: "keys", role: "readonly", Part: Keys },
  { name: "settings", role: "readonly", Part: Settings },
  { name: "account", role: "readonly", Part: Account },
] as const satisfies readonly { name: string; role: Me["role"]; Part: ComponentType<PartProps> }[];

/** The screen More: cameras, species, people and settings. */
export function More() {
  const more = moreText.value;
  const me = useMe().data;
  const wanted = route.value.params.get("show");
  const shown = parts.filter(({ role }) => me !== undefined && isAtLeast(me.role, role));
  const { name, Part } = shown.find((each) => each.name === wanted) ?? parts[0];
  useTitle(more[name]);
  if (!me) return null;
  return (
    <div class="more">
      <h1>{more.title}</h1>
      <nav aria-label={more.parts}>
        {shown.map((each) => (
          <a
            key={each.name}
            href={moreLink(each.name)}
            aria-current={each.name === name ? "page" : undefined}
          >
            {more[each.name]}
          </a>
        ))}
      </nav>
      <section aria-labelledby="part">
        <h2 id="part">{more[name]}</h2>
        <Part me={me} />
      </section>
    </div>
  );
}
