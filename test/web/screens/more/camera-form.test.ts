import { expect, test } from "vitest";
import {
  bodyOf,
  differences,
  formOf,
  mergedForm,
  readForm,
} from "../../../../web/screens/more/camera-form.ts";

const camera = {
  id: 3,
  name: "Otter bend",
  location: "51.181,5.655",
  camera_hardware: "Infrared",
  site_id: 1,
  time_zone: "Europe/Brussels",
};

test("a form without changes leaves the camera unchanged", () => {
  const form = formOf(camera);
  const fields = new Map<string, string>(Object.entries(form));
  expect(
    differences(
      form,
      readForm((name) => fields.get(name) ?? ""),
    ),
  ).toEqual([]);
  const { id: _, ...rest } = camera;
  expect(bodyOf(form)).toEqual({ ...rest, coordinate_uncertainty: null });
});

test("spaces around the comma of a place are removed", () => {
  expect(readForm((name) => (name === "location" ? "51.181 , 5.655" : "")).location).toBe("51.181,5.655");
});

test("a person's changes are merged into somebody else's changes", () => {
  const base = formOf(camera);
  const mine = { ...base, name: "Otter bend, north", time_zone: "" };
  const theirs = { ...base, name: "Otter river", location: "51.2,5.7" };
  expect(mergedForm(base, mine, theirs)).toEqual({
    ...base,
    name: "Otter bend, north",
    location: "51.2,5.7",
    time_zone: "",
  });
});
