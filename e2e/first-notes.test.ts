/** The first minutes of a newcomer: two example notes, and few clicks to the first letter. Decision 0044. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeAll } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const ADA = { email: "ada@example.org", password: "Correct horse 1" };
const FIRST = ["Welcome to Satchel", "A week in Lisbon"];

let server: TestServer;
const devices: Device[] = [];

async function device(): Promise<Device> {
  const opened = await openDevice({ saving: "automatically", firstNotes: true });
  devices.push(opened);
  return opened;
}

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => closeAll(...devices, server));

describe("decision 0044 the first notes", () => {
  it("wait in local mode, with everything they show, and the first letter is three clicks away", async () => {
    const { page } = await device();
    await page.goto(`${server.origin}/login`);
    await page.getByRole("button", { name: "Use Locally (No Account Required)" }).click();
    await page.getByRole("button", { name: "I Understand - Use Local Mode" }).click();
    await user.row(page, FIRST[0] as string).waitFor();
    await page.getByRole("button", { name: "New Note" }).first().click();
    await page.keyboard.type("My first note");
    await user.row(page, "My first note").waitFor();

    await user.row(page, FIRST[0] as string).click();
    const note = page.getByRole("article");
    await note.getByRole("checkbox").first().waitFor();
    expect(await note.locator("img").count()).toBe(1);
    await note.getByRole("link", { name: FIRST[1] as string }).click();
    await page.getByRole("table").waitFor();
  });

  it("go with one click, and do not come back with a reload", async () => {
    const { page } = devices[0] as Device;
    await page.getByRole("button", { name: "Remove example notes" }).click();
    for (const title of FIRST) await user.row(page, title).waitFor({ state: "detached" });
    await page.reload();
    await user.row(page, "My first note").waitFor();
    expect(await page.getByRole("option").count()).toBe(1);
  });

  it("are two on the device of a new account and on its next device", async () => {
    const first = await device();
    await user.moveIn(first.page, server.origin, ADA);
    for (const title of FIRST) await user.waitForState(first.page, title, "In your drive");
    const second = await device();
    await user.signInToNotes(second.page, server.origin, ADA);
    for (const title of FIRST) await user.row(second.page, title).waitFor();
    expect(await second.page.getByRole("option").count()).toBe(2);
    expect([...first.complaints(), ...second.complaints()]).toEqual([]);
  });
});
