/** Images of an import: its summary, and an interrupted one. Captured in local mode, where the screens are the same. Part of screens.ts. */
import type { Page } from "playwright-core";
import type { Device } from "../harness/device.ts";
import { takeAll } from "../harness/page/screenshots.ts";
import type { TestServer } from "../harness/servers/server.ts";
import * as user from "../harness/user.ts";

const ROWS = 4000;
const csvFile = (rows: number, name = "recipes.csv") => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(
    `Title,Ingredients\n${Array.from({ length: rows }, (_, at) => `Recipe ${at},"Flour, water and ${at} eggs"`).join("\n")}`,
  ),
});

async function choose(page: Page, file: ReturnType<typeof csvFile>): Promise<void> {
  await page.getByRole("tabpanel", { name: "Import and export" }).locator('input[type="file"]').first().setInputFiles(file);
}

async function openImport(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).first().click();
  await page.getByRole("tab", { name: "Import and export" }).click();
}

export async function imports({ page }: Device, { origin }: TestServer): Promise<void> {
  await user.useLocally(page, origin);
  await openImport(page);
  await choose(page, csvFile(ROWS));
  await page.getByLabel("Tables in CSV files").waitFor();
  await takeAll(page, "import-found-csv", () => page.getByLabel("Tables in CSV files").scrollIntoViewIfNeeded());
  await page.getByRole("button", { name: /^Import 4,000 notes$/ }).click();
  await page.getByText(/^Importing notes: [1-9]/).waitFor();
  await page.reload();
  await page.getByText(/^The import of recipes\.csv was interrupted/).waitFor();
  await takeAll(page, "import-unfinished-notice");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("heading", { name: "Unfinished import" }).waitFor();
  await takeAll(page, "import-unfinished", () => page.getByRole("heading", { name: "Unfinished import" }).scrollIntoViewIfNeeded());
  await choose(page, csvFile(3, "other.csv"));
  await page.getByText(/^These aren't the files this import started with/).waitFor();
  await takeAll(page, "import-other-files", () => page.getByRole("heading", { name: "Unfinished import" }).scrollIntoViewIfNeeded());
  await choose(page, csvFile(ROWS));
  await page.getByText(/^4,000 notes were imported\./).waitFor();
  await takeAll(page, "import-continued", () => page.getByText(/^4,000 notes were imported\./).scrollIntoViewIfNeeded());
}
