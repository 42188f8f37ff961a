import type { ComponentChildren } from "preact";
import type { Dataset } from "../../api/dataset.ts";
import { datasetText } from "../../text/dataset.ts";
import { type Contributor, licenseKey } from "./dataset-form.ts";

/** The description of the data, read-only. */
export function DatasetView({ dataset: stored }: { readonly dataset: Dataset }) {
  const dataset = datasetText.value;
  const { fields } = dataset;
  const { project } = stored;
  const names: Readonly<Record<string, string>> = dataset.licenseNames;
  const license = (scope: string) =>
    stored.licenses
      .filter((each) => each.scope === scope)
      .map((each) => names[licenseKey(each)] ?? each.title ?? licenseKey(each))
      .join("; ");
  return (
    <>
      <h3>{stored.title}</h3>
      {stored.description && <p class="long-text">{stored.description}</p>}
      <dl class="description">
        <Fact term={dataset.people}>
          <ul>
            {stored.contributors.map((contributor) => (
              <li key={JSON.stringify(contributor)}>
                <Person contributor={contributor} />
              </li>
            ))}
          </ul>
        </Fact>
        <Fact term={dataset.dataLicense}>{license("data")}</Fact>
        <Fact term={dataset.mediaLicense}>{license("media")}</Fact>
        <Fact term={fields.bibliographicCitation[0]}>{stored.bibliographicCitation}</Fact>
        <Fact term={fields.keywords[0]}>{stored.keywords?.join(", ")}</Fact>
        <Fact term={fields.version[0]}>{stored.version}</Fact>
        <Fact term={fields.homepage[0]}>{stored.homepage && <Link to={stored.homepage} />}</Fact>
        <Fact term={dataset.project}>{project.title}</Fact>
        <Fact term={fields["project/description"][0]}>{project.description}</Fact>
        <Fact term={fields["project/path"][0]}>{project.path && <Link to={project.path} />}</Fact>
        <Fact term={dataset.design}>{dataset.designs[project.samplingDesign]}</Fact>
        <Fact term={dataset.methods}>
          {project.captureMethod.map((method) => dataset.methodNames[method]).join("; ")}
        </Fact>
        <Fact term={dataset.individuals}>{project.individualAnimals ? dataset.yes : dataset.no}</Fact>
      </dl>
    </>
  );
}

/** A term with its value. Shows nothing without a value. */
function Fact({ term, children }: { readonly term: string; readonly children?: ComponentChildren }) {
  if (!children) return null;
  return (
    <div>
      <dt class="hint">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Person({ contributor }: { readonly contributor: Contributor }) {
  const { title, role = "contributor", organization, email, path } = contributor;
  return (
    <>
      {title}
      {organization && `, ${organization}`}
      {" · "}
      <span class="hint">{datasetText.value.roles[role]}</span>
      {email && (
        <>
          {" · "}
          <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
      {path && (
        <>
          {" · "}
          <Link to={path} />
        </>
      )}
    </>
  );
}

function Link({ to }: { readonly to: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {to}
    </a>
  );
}
