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
  // The innermost folder whose name is exactly that of a camera takes precedence.
  ["CAM01/CAM02/a.jpg", "CAM02"],
  ["Weir/CAM01 old/a.jpg", "Weir"],
  ["CAM01 and CAM02/a.jpg", ["CAM01", "CAM02"]],
  ["Water hole east/a.jpg", "Water hole east"],
  ["CAM010/a.jpg", "none"],
  ["DCIM/a.jpg", "none"],
  // File names are ignored.
  ["Weir.jpg", "none"],
])("the camera of %s is %s", (file, expected) => {
  expect(nameOf(file)).toEqual(expected);
});

test("the imported folder itself may have the name of a camera", () => {
  expect(nameOf("DCIM/a.jpg", "CAM02")).toBe("CAM02");
});

test("if several cameras have the same name, all of them are returned", () => {
  const twins = [1, 2].map((id) => ({ id, name: "Weir", timeZone: undefined }));
  expect(cameraOf("Weir/a.jpg", "x", twins)).toEqual({ several: twins });
});
