import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { camtrapFolder } from "../../../support/camtrap-dp.ts";
import { profileFaults } from "../../../support/formats/profile.ts";
import { readBack } from "../../../support/formats/read-back.ts";
import { differences } from "../../../support/formats/tables.ts";
import { dataset } from "../../../support/formats/world.ts";
import { writePackage } from "../../../support/formats/write-package.ts";

const names = ["datapackage.json", "deployments.csv", "media.csv", "observations.csv"] as const;

test.skipIf(camtrapFolder === undefined)(
  "the official example is imported and exported without a changed cell",
  async () => {
    const read = (name: string) => readFileSync(path.join(camtrapFolder ?? "", name), "utf8");
    const example = Object.fromEntries(names.map((name) => [name, read(name)]));
    const pictures = readdirSync(path.join(camtrapFolder ?? "", "media")).map((name) => [
      `media/${name}`,
      "",
    ]);
    const { world, findings, rows } = await readBack(
      { ...example, ...Object.fromEntries(pictures) },
      dataset,
    );
    // The package does not contain the size of its pictures, and has a table of its own.
    expect(new Set(findings.map(({ level, code }) => `${level} ${code}`))).toEqual(
      new Set(["warning size", "warning resource"]),
    );
    expect(rows).toEqual({
      deployments: { made: 4, bad: 0, derived: 0 },
      media: { made: 423, bad: 0, derived: 0 },
      observations: { made: 549, bad: 0, derived: 0 },
    });
    if (world === undefined) throw new Error("not read");
    expect(world.species).toHaveLength(10);
    // The label of the first event refers to the picture at the event's start.
    const event = world.annotations.find(({ camtrapDp }) => camtrapDp?.["observationID"] === "705e6036");
    const picture = world.streams.find(({ id }) => id === event?.videostream);
    expect(picture?.camtrapDp?.["mediaID"]).toBe("07840dcc");
    const { texts, descriptor } = writePackage(world, {
      people: "names",
      coordinates: "exact",
      streams: "all",
    });
    expect(
      await differences("deploymentID", example["deployments.csv"] ?? "", texts["deployments.csv"] ?? ""),
    ).toEqual([]);
    expect(await differences("mediaID", example["media.csv"] ?? "", texts["media.csv"] ?? "")).toEqual([]);
    expect(
      await differences("observationID", example["observations.csv"] ?? "", texts["observations.csv"] ?? ""),
    ).toEqual([]);
    expect(profileFaults(descriptor)).toEqual([]);
    const before = JSON.parse(example["datapackage.json"] ?? "");
    expect(descriptor.taxonomic).toEqual(before.taxonomic);
    expect(descriptor.spatial).toEqual(before.spatial);
    expect(descriptor.temporal).toEqual(before.temporal);
  },
);
