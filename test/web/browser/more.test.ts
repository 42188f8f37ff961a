import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stackAdmin } from "../../../local/running-stack.ts";
import { demonstration, hasBrowser, launch, newTab, openAs, people } from "../support/browser.ts";
import { cutTables, expectAccessible } from "../support/looks.ts";

describe.skipIf(!hasBrowser)("More", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  const open = (page: Page, show: string) =>
    page.goto(`${demonstration.origin}/api/v1/app#/more?show=${show}`);

  /** Loses the response to the next such request after the service has carried it out. The page then sends it again. */
  async function loseAnswer(page: Page, method: string, pattern: string): Promise<void> {
    let isLost = false;
    await page.route(pattern, async (route) => {
      if (isLost || route.request().method() !== method) return route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
  }

  test("lets admins register and change cameras, make site keys, and change roles", async () => {
    const { page, context, tokens } = await newTab(browser);
    await page.goto(demonstration.signInLink);
    await page.getByLabel("Or sign in with an e-mail address").fill(stackAdmin);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: ": account" }).waitFor();
    await open(page, "cameras");
    await page.getByRole("button", { name: "Register a camera" }).click();
    const dialog = page.getByRole("dialog");
    const field = (name: string) => dialog.locator(`[name=${name}]`);
    await field("name").fill("Heron pool");
    await field("location").fill("somewhere");
    await dialog.getByRole("button", { name: "Register" }).click();
    // The service's error is shown at its field, which has the focus.
    await dialog.locator(".field:has([name=location]) .field-error").waitFor();
    expect(await field("location").evaluate((input) => input === document.activeElement)).toBe(true);
    await expectAccessible(page, "phone");
    await field("location").fill("52.5, 5.5");
    await dialog.getByRole("button", { name: "Register" }).click();
    await page.getByText("Heron pool is registered.").waitFor();

    // A lost response is not shown as a change by somebody else.
    await loseAnswer(page, "PATCH", "**/capturesources/*");
    await page.getByRole("button", { name: "Change Heron pool" }).click();
    await field("camera_hardware").fill("TrailCam 5");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Heron pool is changed.").waitFor();

    // Somebody else changes the camera meanwhile.
    await page.getByRole("button", { name: "Change Heron pool" }).click();
    await field("name").fill("Heron pool, north");
    const [token] = tokens;
    const api = async (path: string, init?: RequestInit) =>
      fetch(`${demonstration.origin}/api/v1${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      });
    const { results } = await (await api("/capturesources?name=Heron+pool")).json();
    const path = `/capturesources/${results[0].id}`;
    await api(path, { method: "PATCH", body: JSON.stringify({ location: "52.6,5.6", name: "Heron lake" }) });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Somebody else saved a change meanwhile.").waitFor();
    expect(await dialog.getByRole("row").last().textContent()).toBe("NameHeron lakeHeron pool, north");
    await expectAccessible(page, "phone");
    await dialog.getByRole("button", { name: "Save mine" }).click();
    await page.getByText("Heron pool, north is changed.").waitFor();
    expect(await (await api(path)).json()).toMatchObject({ name: "Heron pool, north", location: "52.6,5.6" });

    await page.getByRole("button", { name: "Site keys of Heron pool, north" }).click();
    // Nobody has seen the key whose response was lost. It is revoked, and another one is made.
    await loseAnswer(page, "POST", "**/capturesources/*/keys");
    await dialog.getByRole("button", { name: "Make a site key" }).click();
    await dialog.getByText("already created key").waitFor();
    await dialog.getByRole("button", { name: /^Revoke key/ }).click();
    await dialog
      .getByRole("alert")
      .filter({ hasText: "Revoke" })
      .getByRole("button", { name: "Revoke" })
      .click();
    await dialog.getByText("No site key yet.").waitFor();
    await dialog.getByRole("button", { name: "Make a site key" }).click();
    const key = (await dialog.locator(".secret").textContent()) ?? "";
    expect(key).toMatch(/^wvk_\d+_/);
    await expectAccessible(page, "phone");
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Site keys of Heron pool, north" }).click();
    await loseAnswer(page, "DELETE", "**/keys/*");
    await dialog.getByRole("button", { name: /^Revoke key/ }).click();
    expect(await page.content()).not.toContain(key);
    await dialog.getByRole("alert").getByRole("button", { name: "Revoke" }).click();
    await dialog.getByText("No site key yet.").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();

    await open(page, "people");
    await page.getByRole("button", { name: "Invite somebody" }).click();
    await field("email").fill("dana@example.org");
    await dialog.getByRole("button", { name: "Invite" }).click();
    await page.getByText("dana@example.org now has access as Annotator.").waitFor();
    await expectAccessible(page, "phone");
    for (const show of ["cameras", "species", "people"]) {
      await open(page, show);
      await page.locator("tbody tr").first().waitFor();
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await cutTables(page), `${show} at ${width} px`).toEqual([]);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    const role = page.getByRole("row", { name: "dana@example.org" }).getByRole("combobox");
    await loseAnswer(page, "PATCH", "**/users/*");
    await role.focus();
    await role.selectOption("curator");
    await page.getByText(/ is now Curator\.$/).waitFor();
    await expect.poll(() => role.inputValue()).toBe("curator");
    expect(await role.evaluate((element) => element === document.activeElement)).toBe(true);
    // Cleans up, because other tests count cameras.
    await api(path, { method: "DELETE" });
    await context.close();
  });

  test("lets admins describe the dataset, merges their changes, and shows the description to others", async () => {
    const { page, context, tokens } = await newTab(browser);
    await page.goto(demonstration.signInLink);
    await page.getByLabel("Or sign in with an e-mail address").fill(stackAdmin);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: ": account" }).waitFor();
    await open(page, "dataset");
    const field = (name: string) => page.locator(`[name="${name}"]`);
    const save = () => page.getByRole("button", { name: "Save" }).click();
    await field("title").fill("Foxes of the ridge");
    await field("name").fill("Foxes of the ridge");
    await field("contributors/0/title").fill("Ana Duarte");
    await page.getByRole("button", { name: "Add another" }).click();
    // The field is ready for typing.
    await page.keyboard.type("Waterhole Trust");
    await field("contributors/1/email").fill("office");
    await save();
    // Each error is shown at its field, and missing choices at their group.
    const wrong = page.locator(".field-error");
    await expect.poll(() => wrong.count()).toBe(6);
    expect(
      await page
        .locator("[aria-invalid=true]")
        .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).name)),
    ).toEqual([...["name", "contributors/1/email", "project/title", "project/samplingDesign"]]);
    expect(await field("name").evaluate((input) => input === document.activeElement)).toBe(true);
    await expectAccessible(page, "phone");

    await field("name").fill("foxes-of-the-ridge");
    await field("contributors/1/email").fill("office@waterhole.example");
    await field("contributors/1/role").selectOption("contact");
    await field("licenses/data").selectOption("CC0-1.0");
    await field("licenses/media").selectOption("CC-BY-4.0");
    await field("project/title").fill("Ridge");
    await field("project/samplingDesign").selectOption("targeted");
    await field("project/captureMethod/activityDetection").check();
    // A lost response is not shown as a change by somebody else.
    await loseAnswer(page, "PUT", "**/dataset");
    await save();
    await page.getByText("The description is saved.").waitFor();
    // The form stays open.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Save");

    const [token] = tokens;
    const api = async (init?: RequestInit) => {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      return (await fetch(`${demonstration.origin}/api/v1/dataset`, { ...init, headers })).json();
    };
    const stored = await api();
    expect(stored).toMatchObject({
      contributors: [
        { title: "Ana Duarte", role: "contributor" },
        { title: "Waterhole Trust", role: "contact", email: "office@waterhole.example" },
      ],
      project: { captureMethod: ["activityDetection"], individualAnimals: false },
    });

    // Somebody else changes another field meanwhile.
    const theirs = { ...stored, version: "2.0", references: ["10.1234/foxes"] };
    await api({ method: "PUT", body: JSON.stringify(theirs) });
    await field("title").fill("Foxes of the ridge, 2019 to 2026");
    await page.getByRole("button", { name: "Remove person or organization 1" }).click();
    await save();
    await page.getByText("Somebody else changed the description meanwhile: Version, Other fields.").waitFor();
    await expectAccessible(page, "phone");
    await page.getByRole("button", { name: "Save mine" }).click();
    await page.getByText("The description is saved.").waitFor();
    expect(await api()).toEqual({
      ...theirs,
      title: "Foxes of the ridge, 2019 to 2026",
      contributors: stored.contributors.slice(1),
    });
    expect(await field("version").inputValue()).toBe("2.0");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(
      /^This description is published with your data/,
    );
    await context.close();

    const reader = await newTab(browser);
    await openAs(reader.page, people.annotator);
    await open(reader.page, "dataset");
    await reader.page.getByText("CC0: everything, without conditions").waitFor();
    await reader.page.getByRole("link", { name: "office@waterhole.example" }).waitFor();
    expect(await reader.page.getByRole("main").getByRole("button").count()).toBe(0);
    await expectAccessible(reader.page, "phone");
    expect(reader.complaints).toEqual([]);
    await reader.context.close();
  });

  test("shows each role its sections and the settings of the page", async () => {
    const { page, context, complaints } = await newTab(browser);
    await openAs(page, people.annotator);
    await open(page, "people");
    // For a section that this role may not see, the first section is shown.
    await page.getByRole("heading", { name: "Cameras" }).waitFor();
    await page.getByRole("row", { name: "Otter bend" }).waitFor();
    expect(await page.getByRole("link", { name: "People" }).count()).toBe(0);
    expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
    await expectAccessible(page, "phone");

    await open(page, "species");
    await page.getByLabel("Find in this list").fill("VULPES");
    await page.getByText(/^1 of \d+ species$/).waitFor();
    await expectAccessible(page, "phone");

    await open(page, "keys");
    await page.getByLabel(/^Use letters, digits/).uncheck();
    await expectAccessible(page, "phone");
    await open(page, "settings");
    await page.getByLabel("Dark").check();
    await expectAccessible(page, "phone");
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.reload();
    await page.getByLabel("Dark").waitFor();
    expect(await page.getByLabel("Dark").isChecked()).toBe(true);
    await open(page, "keys");
    expect(await page.getByLabel(/^Use letters, digits/).isChecked()).toBe(false);

    await open(page, "account");
    await page.getByLabel("Name that others see").fill("Ana Duarte");
    await page.getByRole("button", { name: "Save" }).click();
    // Another person has this name.
    await page.getByRole("alert").waitFor();
    await expectAccessible(page, "phone");
    expect(complaints.filter((text) => !text.includes("409"))).toEqual([]);
    await context.close();
  });

  test("changes keys and turns them off, and refuses a key that is in use", async () => {
    const { page, context } = await newTab(browser);
    await openAs(page, people.annotator);
    await open(page, "keys");
    const pause = page.getByRole("button", { name: "play, pause: K" });
    await pause.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").press("x");
    await dialog.getByText("X is the key for “nothing there”.").waitFor();
    await expectAccessible(page, "phone");
    await dialog.getByRole("textbox").press("q");
    await page.getByText("The key for “play, pause” is now: Q.").waitFor();
    // The focus stays in the list.
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe("play, pause: Q");
    await page.getByRole("button", { name: "sound: M" }).click();
    await dialog.getByRole("button", { name: "Turn it off" }).click();
    await page.getByRole("button", { name: "sound: no key" }).waitFor();
    await expectAccessible(page, "phone");

    // The chosen keys also work after a reload.
    await page.goto(demonstration.signInLink);
    await page.getByRole("button", { name: ": account" }).waitFor();
    await page.goto(`${demonstration.origin}/api/v1/app#/streams/2`);
    await page.locator(".where b").filter({ hasText: "00:00:00.000" }).waitFor();
    await page.keyboard.press("k");
    await page.keyboard.press("m");
    await page.keyboard.press("q");
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
    await page.keyboard.press("q");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await page.keyboard.press("?");
    await dialog.locator("div", { hasText: "play, pause" }).getByText("Q", { exact: true }).first().waitFor();
    expect(await dialog.getByText("sound", { exact: true }).count()).toBe(0);
    await dialog.getByRole("link", { name: "Change the keys" }).click();
    await page.getByRole("button", { name: "Reset all keys" }).click();
    await pause.waitFor();
    await page.getByRole("button", { name: "sound: M" }).waitFor();
    await context.close();
  });
});
