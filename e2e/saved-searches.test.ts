/** Filters are completed and edited in the search box; a search saved on one device is used, changed and deleted on another. Decision 0052. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findViolationsEverywhere } from "./harness/page/accessibility.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "ada@example.org", password: "Pebble-Harbour-41" };

describe("A4 filters and saved searches", () => {
  let server: TestServer;
  let laptop: Device;
  let desktop: Device;

  runInOrder(() => [laptop, desktop]);
  beforeAll(async () => {
    server = await startServer();
    [laptop, desktop] = [await openDevice(), await openDevice()];
    await user.moveIn(laptop.page, server.origin, WHO);
    await user.writeNote(laptop.page, "Tides", "High water 06:41");
    await user.writeNote(laptop.page, "Packing", "Rope and lamp");
    await user.openNote(laptop.page, "Packing");
    await user.editNote(laptop.page);
    await user.paste(laptop.page, "<table><tr><td>rope</td><td>2</td></tr></table>");
    await user.saveEdit(laptop.page);
    await user.waitForState(laptop.page, "Packing", "In your drive");
  });
  afterAll(() => closeAll(laptop, desktop, server));

  const boxOf = ({ page }: Device) => page.getByRole("searchbox", { name: "Search notes" });
  const savedOf = ({ page }: Device) => page.getByRole("region", { name: "Saved searches" });

  it("completes a filter by keyboard, shows it as a chip, and says what it does not understand", async () => {
    const { page } = laptop;
    await boxOf(laptop).fill("");
    await boxOf(laptop).pressSequentially("has:ta");
    await page
      .getByRole("group", { name: "Completions" })
      .getByRole("button", { name: /^has:task/ })
      .waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => boxOf(laptop).inputValue()).toMatch(/^has:ta(ble|sk) $/);
    await boxOf(laptop).fill("has:table modified:today is:blue");
    await page.getByText(/^“is:blue” is searched as words/).waitFor();
    expect(await findViolationsEverywhere(page)).toEqual([]);
    await page.getByText(/^“is:blue” is searched as words/).click();
    await page.keyboard.type("unlinked");
    await page.getByText("1 note", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Remove is:unlinked" }).click();
    await expect.poll(() => boxOf(laptop).inputValue()).toBe("has:table modified:today");
    await user.row(page, "Packing").waitFor();
  });

  it("appears on the other device with its name, and finds there what it finds here", async () => {
    await laptop.page.getByRole("button", { name: "Save search…" }).click();
    await laptop.page.getByRole("textbox", { name: "Name" }).fill("Tables of today");
    await laptop.page.keyboard.press("Enter");
    await savedOf(laptop).getByRole("button", { name: "Tables of today" }).waitFor();
    await user.syncNow(laptop.page);

    await user.signInToNotes(desktop.page, server.origin, WHO);
    await savedOf(desktop).getByRole("button", { name: "Tables of today" }).click();
    await user.row(desktop.page, "Packing").waitFor();
    await user.row(desktop.page, "Tides").waitFor({ state: "detached" });
    expect(await boxOf(desktop).inputValue()).toBe("has:table modified:today");
  });

  it("takes the name from one device and the query from the other, and stays in the trash until it is restored", async () => {
    const edit = async ({ page }: Device, field: string, text: string) => {
      await savedOf({ page } as Device)
        .getByRole("button", { name: "Tables of today" })
        .click({ button: "right" });
      await page.getByRole("menuitem", { name: "Edit…" }).click();
      await page.getByRole("textbox", { name: field, exact: true }).fill(text);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await laptop.offline(true);
    await edit(laptop, "Search", "has:table");
    await edit(desktop, "Name", "All tables");
    await user.syncNow(desktop.page);
    await laptop.offline(false);
    await savedOf(laptop).getByRole("button", { name: "All tables" }).waitFor();
    await user.syncNow(laptop.page);
    await expect.poll(() => savedOf(desktop).getByRole("button", { name: "All tables" }).getAttribute("title")).toBe("has:table");

    await savedOf(desktop).getByRole("button", { name: "All tables" }).click({ button: "right" });
    await desktop.page.getByRole("menuitem", { name: "Delete" }).click();
    await savedOf(desktop).waitFor({ state: "detached" });
    await user.syncNow(desktop.page);
    await savedOf(laptop).waitFor({ state: "detached" });
    await desktop.page.getByRole("button", { name: "Undo" }).click();
    await savedOf(desktop).getByRole("button", { name: "All tables" }).waitFor();
  });

  it("leads from in:trash to the deleted note", async () => {
    const { page } = desktop;
    await boxOf(desktop).fill("");
    await user.openNote(page, "Tides");
    await user.deleteNote(page);
    await boxOf(desktop).fill("in:trash water");
    await page.getByRole("button", { name: "Search the trash" }).click();
    await page.getByRole("main").getByText("Tides").first().waitFor();
    expect(await page.getByRole("searchbox", { name: "Search the trash" }).inputValue()).toBe("water");
  });

  it("keeps the pages' consoles clean", () => {
    expect([...laptop.complaints(), ...desktop.complaints()]).toEqual([]);
  });
});
