/** Paid plans: the same work as with a drive of one's own, in storage the server keeps. It holds sealed files only, and nobody else's. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import * as person from "./harness/person.ts";
import { searchFolder } from "./harness/secrecy.ts";
import { startServer, type TestServer } from "./harness/server.ts";
import { tellInOrder } from "./harness/story.ts";

const ADA = { email: "ada@example.org", password: "Quillfeather 7 lanterns" };
const TITLE = "Brackenmoor harvest";

describe("A paid plan", () => {
  let server: TestServer;
  let first: Device;
  let second: Device;

  tellInOrder(() => [first, second]);
  beforeAll(async () => {
    server = await startServer();
    first = await openDevice();
    second = await openDevice();
  });
  afterAll(async () => {
    await first?.close();
    await second?.close();
    await server?.close();
  });

  it("asks for no drive, and keeps what is written in managed storage", async () => {
    const { page } = first;
    await person.register(page, server.origin, ADA);
    await person.choosePlan(page, "Basic");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("button", { name: "Start using Notes" }).click();
    await page.waitForURL("**/notes");

    await person.writeNote(page, TITLE, "Today we picked thimbleberry");

    await person.waitForState(page, TITLE, "In your drive");
  });

  it("has it on another device, and gets that one's changes back", async () => {
    await person.signInToNotes(second.page, server.origin, ADA);
    await person.openNote(second.page, TITLE);
    await second.page.getByRole("article").getByText("Today we picked thimbleberry").waitFor();
    await person.editNote(second.page);
    await person.textField(second.page).click();
    await second.page.keyboard.press("ControlOrMeta+End");
    await second.page.keyboard.insertText(" and Windlestraw");
    await person.saveEdit(second.page);
    await person.waitForState(second.page, TITLE, "In your drive");

    await first.page.reload();
    await person.openNote(first.page, TITLE);
    await first.page.getByRole("article").getByText("thimbleberry and Windlestraw").waitFor();
  });

  it("shows the server no word of it", async () => {
    const { findings, bytes } = await searchFolder(server.dataDir, ["Brackenmoor", "thimbleberry", "Windlestraw"]);

    expect(findings).toEqual([]);
    expect(bytes).toBeGreaterThan(1000);
  });
});
