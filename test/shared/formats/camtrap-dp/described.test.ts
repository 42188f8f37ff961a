import { describe, expect, test } from "vitest";
import { readPackageInfo } from "../../../../shared/formats/camtrap-dp/read/package-info.ts";
import { withCpuMs } from "../../../support/cpu-ms.ts";
import { readBack } from "../../../support/formats/read-back.ts";
import { foreignSample, withCell, withDescriptor } from "../../../support/formats/sample.ts";
import { dataset } from "../../../support/formats/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: JSON from another program may have any form
type Json = any;

const infoOf = (json: string) => readPackageInfo(json, { has: (path) => path in foreignSample });
const changed = (change: (json: Json) => void) =>
  infoOf(withDescriptor(foreignSample, change)["datapackage.json"] ?? "");
const messagesOf = ({ findings }: ReturnType<typeof infoOf>) => findings.map(({ message }) => message);

describe("the description of a dataset", () => {
  test("is that of the package, without what exports make anew", () => {
    const { id: _, language: __, media_public: ___, ...described } = dataset;
    expect(changed(() => {})).toMatchObject({ info: { describes: described }, findings: [] });
  });

  test("is not mentioned if the package has none", () => {
    const { profile, id, name, resources } = JSON.parse(foreignSample["datapackage.json"] ?? "");
    const { info, findings } = infoOf(JSON.stringify({ profile, id, name, resources }));
    expect([info?.describes, findings]).toEqual([undefined, []]);
  });

  test("has no empty values, which are not mentioned either", () => {
    const { info, findings } = changed((json) => {
      Object.assign(json, {
        image: "",
        homepage: null,
        references: [],
        keywords: ["", "fox"],
        odd: { a: [] },
      });
      json.contributors[0].email = "";
    });
    expect(findings).toEqual([]);
    expect(info?.describes).toMatchObject({ keywords: ["fox"], contributors: dataset.contributors });
  });

  test("loses only the wrong parts, even next to each other", () => {
    const read = changed((json) => {
      json.contributors = [
        { role: "contact" },
        { title: "Ben", path: "0000-0002" },
        { title: "Chi", age: 7 },
      ];
    });
    expect(read.info?.describes?.contributors).toEqual([{ title: "Ben" }, { title: "Chi" }]);
    expect(messagesOf(read)).toEqual([
      "`contributors/0` must have `title`. It is left out.",
      expect.stringMatching(/^`contributors\/1\/path` must be an `https:` .*\. It is left out\.$/),
      "`contributors/2/age` is no property of a dataset. It is left out.",
    ]);
  });

  test.each<[string, (json: Json) => void, string]>([
    ["licenses", (json) => delete json.licenses, "`licenses` is missing or incomplete"],
    ["a license of the media", (json) => json.licenses.pop(), "`licenses` is missing or incomplete"],
    ["a sampling design", (json) => delete json.project.samplingDesign, "`project` is missing or incomplete"],
    [
      "contributors",
      (json) => Object.assign(json, { contributors: [0] }),
      "`contributors` is missing or incomplete",
    ],
  ])("is left out as a whole without %s", (_, change, why) => {
    const read = changed(change);
    expect(read.info?.describes).toBeUndefined();
    expect(messagesOf(read).at(-1)).toBe(
      `The description of the dataset in this package is left out, since ${why}. An admin can describe the dataset on the page under More, Dataset.`,
    );
  });

  test("has a name for files, and the title of the project if the package has none", () => {
    const read = changed((json) => {
      Object.assign(json, { name: "Foxes & Otters 2026", title: undefined });
      json.project.title = "Foxes";
    });
    expect(read.info?.describes).toMatchObject({ name: "foxes-otters-2026", title: "Foxes" });
    expect(messagesOf(read)).toEqual([
      "`name` has characters that names of exported files cannot have. The dataset is named foxes-otters-2026.",
    ]);
  });
});

test.each([
  ["a million lists within each other", { keywords: "[".repeat(1e6) + "]".repeat(1e6) }],
  ["millions of contributors", { contributors: `[${"0,".repeat(4e6)}0]` }],
  ["as many contributors as fit", { contributors: `[${"{},".repeat(1.3e5)}0]` }],
  ["millions of names", { taxonomic: `[${"0,".repeat(4e6)}0]` }],
  ["a name with many properties", { taxonomic: `[{"scientificName":"x"${many(2e5)}}]` }],
  [
    "a name with nested lists",
    { taxonomic: `[{"scientificName":"x","kingdom":${"[".repeat(1e5)}${"]".repeat(1e5)}}]` },
  ],
  ["many common names", { taxonomic: `[{"scientificName":"x","vernacularNames":{"a":1${many(2e5)}}}]` }],
  ["properties of its own", { odd: `{"a":1${many(2.5e4)}}` }],
  ["very many properties of its own", { odd: `1${many(2e5)}` }],
])("a package with %s is read within seconds, with few findings", async (_, more: Record<string, string>) => {
  const json = foreignSample["datapackage.json"] ?? "";
  const fields = Object.entries(more).map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  const rest = Object.keys(more).reduce((text, name) => text.replace(`"${name}":`, `"odd ${name}":`), json);
  const whole = rest.replace(/\}$/, `,${fields.join(",")}}`);
  const {
    result: { info, findings },
    cpuMs,
  } = await withCpuMs(() => infoOf(whole));
  expect(cpuMs).toBeLessThan(10_000);
  expect(info).toBeDefined();
  expect(findings.length).toBeGreaterThan(0);
  expect(findings.length).toBeLessThan(300);
});

function many(count: number): string {
  return Array.from({ length: count }, (_, i) => `,"p${i}":1`).join("");
}

describe("names in `taxonomic`", () => {
  test("keep what is right, one by one", () => {
    const { info } = changed((json) => {
      json.taxonomic = [
        { scientificName: "Vulpes vulpes", taxonRank: "SPECIES", vernacularNames: { eng: "fox", en: "Fox" } },
        { taxonID: "x" },
        { scientificName: "Lutra lutra", family: "Mustelidae", order: "" },
      ];
    });
    expect(info?.taxa).toEqual([
      { scientificName: "Vulpes vulpes", vernacularNames: { eng: "fox" } },
      { scientificName: "Lutra lutra", family: "Mustelidae" },
    ]);
  });
});

test("an uncertainty beyond the earth is left out, and named", async () => {
  const far = withCell(foreignSample, "deployments.csv", "source-1", "coordinateUncertainty", "99999999");
  const { world, findings } = await readBack(far, dataset);
  expect(world?.sources[0]?.coordinateUncertainty).toBeUndefined();
  expect(findings).toContainEqual(
    expect.objectContaining({ code: "left-out", column: "coordinateUncertainty", value: "99999999" }),
  );
});
