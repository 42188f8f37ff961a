import { describe, expect, test } from "vitest";
import { completePlan } from "../../cli/import/ask-missing.ts";
import { cameraOfKey, chooseCamera } from "../../cli/import/choose-camera.ts";
import type { Scan } from "../../cli/scan/scan-folder.ts";

const camera = (id: number, name: string, more: { timeZone?: string; siteId?: number } = {}) => ({
  ...{ id, name, timeZone: undefined, siteId: undefined, ...more },
});
const cameras = [
  camera(1, "Weir", { siteId: 7, timeZone: "+02:00" }),
  camera(2, "Ridge"),
  camera(3, "Otter"),
  camera(4, "otter"),
];
const chosen = { camera: undefined, site: undefined, location: undefined, timeZone: undefined };

describe("the camera of the options", () => {
  test.each([
    ["by its name, in upper or lower case", { camera: "weir" }, 1],
    ["by its number", { camera: "2" }, 2],
    ["by its site", { site: 7 }, 1],
    ["by its site, even if --camera is another name", { site: 7, camera: "New" }, 1],
  ])("is found %s", (_, options, id) => {
    expect(chooseCamera({ ...chosen, ...options }, cameras)).toMatchObject({ id });
  });

  test("is undefined if the options name no camera", () =>
    expect(chooseCamera(chosen, cameras)).toBeUndefined());

  test("is a new camera if the options have an unknown site and a location", () => {
    const options = { ...chosen, camera: "New", site: 8, location: "1,2", timeZone: "+01:00" };
    expect(chooseCamera(options, cameras)).toEqual({
      name: "New",
      siteId: 8,
      location: "1,2",
      timeZone: "+01:00",
    });
  });

  test.each([
    [
      "an unknown name",
      { camera: "New" },
      /no camera "New"\. Cameras are: Weir \(1\), .*add --site and --location/,
    ],
    [
      "the name of several cameras",
      { camera: "Otter" },
      /several cameras\. Use its number: Otter \(3\), otter \(4\)/,
    ],
    ["an unknown site without a name", { site: 8 }, /add --camera/],
    ["an unknown site without a location", { site: 8, camera: "New" }, /add --location/],
  ])("is refused for %s, and the message says what would be right", (_, options, message) => {
    expect(() => chooseCamera({ ...chosen, ...options }, cameras)).toThrow(message);
  });

  test("must be a number if the caller has a site key", () => {
    expect(cameraOfKey("12")).toMatchObject({ id: 12 });
    for (const text of [undefined, "Weir", "0", "1e3"])
      expect(() => cameraOfKey(text)).toThrow("--camera 12");
  });
});

describe("a missing camera or time zone", () => {
  const file = (path: string) => ({
    ...{ path, bytes: 1, modifiedMs: 0, kind: { kind: "picture", type: "image/png" } as const },
    recorded: { from: "exif", localMs: Date.parse("2026-03-01T06:30:00Z") } as const,
  });
  const scan: Scan = {
    ...{ root: "cards", problems: [], others: 0 },
    files: ["Ridge/a.png", "DCIM/1/b.png", "DCIM/2/c.png", "d.png"].map(file),
  };
  const options = { camera: undefined, cameras, timeZone: undefined, mp4Clock: "utc" } as const;

  /** Plans an import, and answers its questions in order. */
  async function plan(answers: readonly string[], asks = true) {
    const [left, questions]: [string[], string[]] = [[...answers], []];
    const ask = async (question: string) => {
      questions.push(question);
      return left.shift() ?? "";
    };
    const { files, problems } = await completePlan(scan, options, { asks, ask, line: () => {} });
    const found = files.map(({ path, camera: { id }, start }) => [
      path,
      id,
      new Date(start.ms).toISOString().slice(11, 16),
    ]);
    return { found, problems: problems.map(({ path }) => path), questions };
  }

  test("is asked for once: the camera for each folder, and the zone for each camera", async () => {
    const { found, problems, questions } = await plan(["Nowhere", "1", "", "Mars", "+03:00"]);
    expect(found).toEqual([
      ["Ridge/a.png", 2, "03:30"],
      ["DCIM/1/b.png", 1, "04:30"],
      ["DCIM/2/c.png", 1, "04:30"],
    ]);
    expect(problems).toEqual(["d.png"]);
    expect(questions.map((question) => question.split("?")[0])).toEqual([
      `Which camera recorded the 2 files in "DCIM"`,
      `Not understood. Which camera recorded the 2 files in "DCIM"`,
      "Which camera recorded the 1 file of the folder itself",
      "Which time zone is the clock of Ridge set to",
      "Not understood. Which time zone is the clock of Ridge set to",
    ]);
  });

  test("is reported as a problem if the command cannot ask", async () => {
    const { problems, questions } = await plan([], false);
    expect(problems).toEqual(scan.files.map(({ path }) => path));
    expect(questions).toEqual([]);
  });
});
