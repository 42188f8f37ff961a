import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demonstration, hasBrowser, holdStore, kept, launch, newTab, openAs } from "../support/browser.ts";
import { holdBack } from "../support/hold-back.ts";
import { expectAccessible } from "../support/looks.ts";

/**
 * `REVIEW_LABELS=100 npx vitest run --project web test/web/browser/review.test.ts` reviews 100 labels. `npm test`
 * reviews 30.
 */
const labels = Number(process.env["REVIEW_LABELS"] ?? 30);
/** Number of labels that each key decides. Two selections decide the last ten labels. */
const [agreed, rejected] = [Math.ceil((labels - 10) / 2), Math.floor((labels - 10) / 2)];

describe.skipIf(!hasBrowser)("Review", () => {
  let browser: Browser;
  let page: Page;
  let token = "";
  let quoll = 0;
  let stream = 0;

  async function call(method: string, path: string, body?: unknown) {
    const response = await fetch(`${demonstration.origin}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  }

  /** Returns the number of labels in each review state, as the service counts them. */
  async function states(species = quoll): Promise<Record<string, number>> {
    const { rows } = await call("GET", `/annotations/counts?by=review&species=${species}`);
    return Object.fromEntries(
      rows.map(({ review, count }: { review: string; count: number }) => [review, count]),
    );
  }

  /** Makes labels of a machine. */
  async function addLabels(count: number, species: string, confidenceOf: (i: number) => number) {
    await addDetections(Array.from({ length: count }, (_, i) => [{ species }, confidenceOf(i)]));
  }

  /** Makes labels of a machine, each of an observation and a confidence. */
  async function addDetections(
    detections: readonly (readonly [Record<string, string>, number])[],
    machine?: object,
  ) {
    const offset = (i: number) => new Date(36_010_000 + i * 1000).toISOString().slice(11, 19);
    const machines = detections.map(([observation, confidence], i) => ({
      videostreamId: stream,
      timespan: { start: offset(i), end: offset(i + 1) },
      observer: "Quoll detector 1",
      observation,
      method: "machine",
      confidence,
      machine,
    }));
    const made: { id?: number }[] = await call("POST", "/annotations/batch", machines);
    expect(made.filter(({ id }) => id !== undefined)).toHaveLength(detections.length);
  }

  beforeAll(async () => {
    browser = await launch();
    const tab = await newTab(browser);
    page = tab.page;
    // The stream of these labels has no video to cut pictures from.
    await page.route("**/api/v1/stills", (route) =>
      route.fulfill({
        json: {
          results: route
            .request()
            .postDataJSON()
            .items.map(() => ({ problem: {} })),
        },
      }),
    );
    await openAs(page);
    [token = ""] = tab.tokens;
    const names = { common_name: "Spotted quoll", scientific_name: "Dasyurus maculatus" };
    quoll = (await call("POST", "/species", { ...names, images: [] })).id;
    // Tests that run at the same time leave out the day of these labels.
    const { results } = await call("GET", "/videostreams?limit=100");
    stream = results.find(
      ({ startTime, endTime }: { startTime: string; endTime: string | null }) =>
        endTime !== null && Date.parse(endTime) - Date.parse(startTime) > 86_400_000,
    ).id;
    await addLabels(labels, names.scientific_name, (i) => 0.5 + (i % 50) / 100);
  });
  afterAll(() => browser?.close());

  const show = (species: number) =>
    page.evaluate((id) => {
      location.hash = `#/review?species=${id}`;
    }, species);
  const left = (n: number) => page.getByRole("heading", { name: `To review: ${n}`, exact: true }).waitFor();
  const saved = () => page.getByText("✓ Saved").waitFor();
  /**
   * Decides like a fast person, who waits only until the label is shown. The next labels may have to be fetched first.
   */
  async function decide(key: string, times: number) {
    for (let i = 0; i < times; i++) {
      await page.locator(".crop.open[data-current=true]").waitFor();
      await page.keyboard.press(key);
    }
  }
  async function press(key: string, times: number) {
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
  }

  test(`reviews ${labels} labels by the keyboard alone despite a lost response, and undo restores their states`, async () => {
    // The first response is lost. The vote was made, and is sent again.
    await page.route(
      "**/identifications/*",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await show(quoll);
    await left(labels);
    await page.getByRole("listbox").waitFor();
    const startMs = performance.now();
    await decide("Enter", agreed);
    await decide("x", rejected);
    // The decision is shown at once.
    await left(10);
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Enter");
    await left(7);
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Enter");
    await page.getByText("All labels are reviewed.").waitFor();
    await page.getByText(`✓ ${labels} today`).waitFor();
    const shownMs = performance.now() - startMs;
    await saved();
    const savedMs = performance.now() - startMs;
    console.log(
      `${labels} labels: ${Math.round(shownMs)} ms to review, ${Math.round(savedMs)} ms until all are saved.`,
    );
    expect(await states()).toEqual({ one: agreed + 10, rejected });

    // Undoes both selections, and the last eight decisions for "nothing there".
    await press("z", 10);
    await left(18);
    await saved();
    expect(await states()).toEqual({ unreviewed: 18, one: agreed, rejected: rejected - 8 });
  });

  test("shows a refusal with its reason at the label, and accepts another species", async () => {
    await page.route(
      "**/identifications/*",
      (route) => route.fulfill({ status: 409, json: { detail: "20 people have voted." } }),
      { times: 1 },
    );
    await page.keyboard.press("Home");
    // The first labels are decided, so the cursor moves to the first undecided one.
    await press("u", 1);
    const refused = await page.locator(".crop.open[data-current=true]").getAttribute("id");
    await page.keyboard.press("Enter");
    await page.locator(`#${refused}.refused`).waitFor();
    expect(await page.locator(`#${refused}`).textContent()).toContain("20 people have voted.");
    await left(18);

    await page.locator(`#${refused}`).click();
    await page.keyboard.press("s");
    await page.locator("[role=combobox]:focus").waitFor();
    await page.keyboard.type("mall");
    await page.getByRole("option", { name: "Mallard" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(`#${refused}.agreed`).getByText("Mallard", { exact: true }).waitFor();
    await left(17);
    await saved();
  });

  test("keeps the decisions that were made offline when the tab is closed, and sends each once from a new tab", async () => {
    const context = page.context();
    await context.setOffline(true);
    await page.getByRole("listbox").focus();
    await page.keyboard.press("Home");
    await press("u", 1);
    await press("Enter", 4);
    await page.keyboard.press("x");
    await page.keyboard.press("z");
    await page.keyboard.press("x");
    // The last decision is made, undone, and made again.
    await left(12);
    await kept(page, 7);
    const before = await states();
    await page.close();

    await context.setOffline(false);
    page = await context.newPage();
    await page.goto(demonstration.signInLink);
    await saved();
    expect(await states()).toEqual({
      unreviewed: (before["unreviewed"] ?? 0) - 5,
      one: (before["one"] ?? 0) + 4,
      rejected: (before["rejected"] ?? 0) + 1,
    });
    await show(quoll);
    await left(12);
    const { results } = await call("GET", `/annotations?species=${quoll}&shape=full&limit=100`);
    const voters = results.flatMap(
      ({ identifications }: { identifications: { identified_by: object[] }[] }) =>
        identifications.map(({ identified_by }) => identified_by.length),
    );
    expect(voters.every((count: number) => count === 1)).toBe(true);
  });

  test("agrees with a machine's confident labels at once, and undoes it, despite lost responses", async () => {
    const names = { common_name: "Numbat", scientific_name: "Myrmecobius fasciatus" };
    const numbat = (await call("POST", "/species", { ...names, images: [] })).id;
    await addLabels(16, names.scientific_name, (i) => (i < 12 ? 0.95 : 0.7));
    await show(numbat);
    await left(16);
    const readSureOnes = async () => {
      await page.getByRole("button", { name: "Agree with confident labels" }).click();
      await page
        .getByText("12 labels have a confidence of at least 0.90, and nobody has reviewed them.")
        .waitFor();
    };
    const agree = async () => {
      await page.getByRole("button", { name: "Agree with 12 labels" }).click();
      await left(4);
    };
    // The response is lost. The votes were made, and are sent again.
    const requests: number[] = [];
    await page.route("**/identifications/batch", async (route) => {
      requests.push(route.request().postDataJSON().length);
      await route.fetch();
      await (requests.length === 1 ? route.abort() : route.continue());
    });
    await readSureOnes();
    await agree();
    await page.getByText("You agreed with 12 labels.").waitFor();
    await saved();
    expect(requests).toEqual([12, 12]);
    expect(await states(numbat)).toEqual({ one: 12, unreviewed: 4 });

    // The undo is also one request, whose first response is lost.
    requests.length = 0;
    await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
    await left(16);
    await saved();
    expect(requests).toEqual([12, 12]);
    expect(await states(numbat)).toEqual({ unreviewed: 16 });
    await page.unroute("**/identifications/batch");

    // The link is down and the disk is slow. Until the votes are stored, the browser asks before it closes the tab.
    await page.route("**/identifications/**", (route) => route.abort());
    await readSureOnes();
    const release = await holdStore(page);
    await agree();
    await page.getByRole("button", { name: "12 waiting" }).click();
    await page.getByText("The browser is still storing your changes.").waitFor();
    await page.keyboard.press("Escape");
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await release();
    await kept(page, 12);
    const context = page.context();
    await page.close();
    page = await context.newPage();
    await page.goto(demonstration.signInLink);
    await saved();
    expect(await states(numbat)).toEqual({ one: 12, unreviewed: 4 });
    await show(quoll);
    await page.getByRole("listbox").waitFor();
  });

  test("shows what a detector said of labels without a species, and the other names that it considered", async () => {
    const kinds = ["animal", "human", "vehicle"].map((observationType) => ({ observationType }));
    const alternatives = [{ name: "Canis lupus", score: 0.05 }];
    await addDetections(
      kinds.map((kind, i) => [kind, 0.123 + i / 10_000]),
      { alternatives },
    );
    await page.evaluate(() => {
      location.hash = "#/review?sure=0.12-0.13";
    });
    const labels = page.getByRole("option").filter({ hasText: "0.12" });
    await expect
      .poll(() => labels.locator(".said").allTextContents())
      .toEqual(["vehicle", "person", "animal"]);
    await labels.nth(1).click();
    await page.getByRole("heading", { name: "person" }).waitFor();
    await page.getByText("confidence 0.12 · found by Quoll detector 1").waitFor();
    await page.getByText("Other possible names: Canis lupus (0.05)").waitFor();
  });

  test("keeps the focus where a person types when labels arrive", async () => {
    const come = await holdBack(page, "**/api/v1/annotations?**");
    await page.evaluate(() => {
      location.hash = "#/review";
    });
    await page.getByRole("button", { name: "Named as" }).click();
    const field = page.getByRole("combobox");
    await field.fill("fo");
    come();
    await page.getByRole("listbox", { name: "Labels to review" }).waitFor();
    await page.waitForTimeout(300);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");

    // From a button that chooses the view, the focus moves to the labels.
    await page.getByRole("button", { name: "One", exact: true }).click();
    await page.locator(".details:focus").waitFor();
    await page.getByRole("button", { name: "Grid" }).click();
    await page.locator(".crops:focus").waitFor();
  });

  /** Opens the box for another species at the first unreviewed quoll. @returns the number of unreviewed quolls */
  async function nameFirst(): Promise<number> {
    const { unreviewed = 0 } = await states();
    await show(quoll);
    await left(unreviewed);
    await page.locator(".crops:focus").waitFor();
    await page.keyboard.press("s");
    await page.locator("[role=combobox]:focus").waitFor();
    return unreviewed;
  }

  test("cancels an Enter by Escape if the species have not arrived yet", async () => {
    const unreviewed = await nameFirst();
    const come = await holdBack(page, "**/api/v1/species?prefix=**");
    await page.keyboard.type("fox");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.waitForTimeout(500);
    come();
    expect(await page.getByRole("combobox").inputValue()).toBe("");
    await left(unreviewed);
    await page.keyboard.press("Escape");
  });

  test.each(["another label", "Cancel"])(
    "does not vote for a species that arrives after a click on %s",
    async (clicked) => {
      const unreviewed = await nameFirst();
      const gate = Promise.withResolvers<void>();
      await page.route("**/api/v1/species", async (route) => {
        const response = await route.fetch();
        await gate.promise;
        await route.fulfill({ response });
      });
      const name = clicked.replace(" ", "-");
      await page.keyboard.type(name);
      await page.getByRole("button", { name: `Add “${name}”` }).click();
      await page.getByLabel("Scientific name").fill(`Ictonyx ${name}`);
      const asked = page.waitForRequest("**/api/v1/species");
      await page.keyboard.press("Enter");
      await asked;
      if (clicked === "Cancel") await page.getByRole("button", { name: "Cancel" }).click();
      else await page.locator(".crop.open").nth(3).click();
      const answered = page.waitForResponse("**/api/v1/species");
      gate.resolve();
      await answered;
      await page.waitForTimeout(300);
      await left(unreviewed);
      expect(await states()).toMatchObject({ unreviewed });
      await page.unroute("**/api/v1/species");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    },
  );

  test("breaks no rule of accessibility", async () => {
    await page.getByRole("button", { name: "Grid" }).click();
    await page.getByRole("listbox").waitFor();
    await page.keyboard.press("s");
    await page.getByRole("combobox").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "One", exact: true }).click();
    await page.getByRole("listbox").waitFor({ state: "detached" });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Agree with confident labels" }).click();
    await page.getByText("a confidence of at least 0.90").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });
});
