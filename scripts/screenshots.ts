import { existsSync } from "node:fs";
import path from "node:path";
import { chromium, type Page } from "playwright-core";

/** Takes the pictures of the README from a stack with the demonstration: npm run screenshots -- LINK */
const usage = `Usage: npm run screenshots -- LINK

LINK is the link that \`npm start\` prints after "Sign in". Needs Chromium in /usr/bin.`;

const images = path.join(import.meta.dirname, "../docs/images");
const executablePath = "/usr/bin/chromium";

/** Address of each picture in the page. `shown` waits until the page is complete. */
const pictures: Readonly<Record<string, { hash: string; shown: (page: Page) => Promise<void> }>> = {
  "watch.png": {
    hash: "#/streams/3?t=00:00:29.100&label=10",
    async shown(page) {
      await page.getByRole("heading", { name: /^Here \([1-9]/ }).waitFor();
      await page.getByText("00:00:29.100").first().waitFor();
    },
  },
  "find.png": {
    hash: "#/find",
    async shown(page) {
      await page.locator("img").nth(11).waitFor();
    },
  },
};

const [link] = process.argv.slice(2);
if (link === undefined || !existsSync(executablePath)) {
  console.error(usage);
  process.exit(2);
}
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(link);
  await page.locator('button[value="ana@demo.localhost"]').click();
  await page.getByRole("button", { name: ": account" }).waitFor();
  for (const [name, { hash, shown }] of Object.entries(pictures)) {
    await page.goto(`${page.url().replace(/#.*/, "")}${hash}`);
    await shown(page);
    // The page shows pictures only when they are decoded.
    await page.waitForTimeout(1500);
    await page.screenshot({ path: path.join(images, name) });
    console.log(`Wrote docs/images/${name}.`);
  }
} finally {
  await browser.close();
}
