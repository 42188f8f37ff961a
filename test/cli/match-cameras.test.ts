import { expect, test } from "vitest";
import { cameraOf } from "../../client/recording/match-cameras.ts";

const cameras = ["Weir", "CAM01", "CAM02", "Río Norte", "Water hole", "Water hole east"].map((name, i) => ({
  ...{ id: i + 1, name, timeZone: undefined },
}));
const nameOf = (file: string, root = "SD card") => {
  const match = cameraOf(file, root, cameras);
  if (match === "none") return match;
  return "several" in match ? match.several.map(({ name }) => name) : match.name;
};

test.each([
  ["Weir/DCIM/100MEDIA/DSCF0001.JPG", "Weir"],
  ["weir/a.jpg", "Weir"],
  ["2026 March/cam01/a.jpg", "CAM01"],
  ["CAM01 March/a.jpg", "CAM01"],
  ["rio_norte/a.jpg", "Río Norte"],
  ["Water-hole/a.jpg", "Water hole"],
  // The innermost folder of exactly the name wins.
  ["CAM01/CAM02/a.jpg", "CAM02"],
  ["Weir/CAM01 old/a.jpg", "Weir"],
  ["CAM01 and CAM02/a.jpg", ["CAM01", "CAM02"]],
  ["Water hole east/a.jpg", "Water hole east"],
  ["CAM010/a.jpg", "none"],
  ["DCIM/a.jpg", "none"],
  // Names of files are no names of cameras.
  ["Weir.jpg", "none"],
])("%s is of %s", (file, expected) => {
  expect(nameOf(file)).toEqual(expected);
});

test("the folder that is imported may be a camera's", () => {
  expect(nameOf("DCIM/a.jpg", "CAM02")).toBe("CAM02");
});

test("cameras of one name are several", () => {
  const twins = [1, 2].map((id) => ({ id, name: "Weir", timeZone: undefined }));
  expect(cameraOf("Weir/a.jpg", "x", twins)).toEqual({ several: twins });
});
