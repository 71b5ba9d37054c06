/**
 * A new release while two windows are open: no text is lost, and the old release keeps running beside the new one. decision 0007, spec A
 * §9.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { openReleases, type Releases } from "./harness/servers/releases.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const ADA = { email: "update@example.org", password: "Correct horse 1" };

const scriptOf = (page: Page) => page.evaluate(() => document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "");
const notice = (page: Page) => page.getByRole("status").filter({ hasText: "A new version of Satchel is available." });
const reload = (page: Page) => notice(page).getByRole("button", { name: "Reload" }).click();

describe("an update of the app", () => {
  let releases: Releases;
  let server: TestServer;
  let device: Device;
  let writing: Page;
  let before: string;

  runInOrder(() => [device]);
  beforeAll(async () => {
    releases = await openReleases();
    server = await startServer({ SATCHEL_WEB_DIR: releases.webDir });
    device = await openDevice({ isFirstVisit: true });
    await user.moveIn(device.page, server.origin, ADA);
    await device.page.evaluate(() => navigator.serviceWorker.ready);
    before = await scriptOf(device.page);
  });
  afterAll(() => closeAll(device, server, releases));

  it("is announced in every window without covering the editor", async () => {
    writing = await device.context.newPage();
    await writing.goto(`${server.origin}/notes`);
    await user.beginNote(writing, "Half a thought");
    await user.textField(writing).click();
    await writing.keyboard.insertText("and the other");
    await releases.publishNext();
    await device.page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
    for (const page of [device.page, writing]) await notice(page).waitFor();
    // The notice disappears after ten seconds, unless the mouse is over it.
    await notice(device.page).hover();
    await reload(writing);
    await user.toast(writing, /Save or discard your changes first/).waitFor();
    expect(await scriptOf(writing)).toBe(before);
    await notice(writing).getByRole("button", { name: "Later" }).click();
    await notice(writing).waitFor({ state: "detached" });
  });

  it("starts in the window that requests it, and leaves the other one unchanged", async () => {
    await reload(device.page);
    await expect.poll(() => scriptOf(device.page)).not.toBe(before);
    await notice(writing).waitFor();
    await user.textField(writing).click();
    await writing.keyboard.press("End");
    await writing.keyboard.insertText(" half");
    // A part of the old release that was never loaded is no longer on the server: it comes from the browser's cache, or the app says that it
    // cannot load.
    await user.pressTool(writing, "Emoji");
    const emoji = writing.getByRole("dialog", { name: "Choose an emoji" });
    await emoji
      .getByRole("combobox", { name: "Search emoji" })
      .or(emoji.getByText(/This part couldn't be loaded/))
      .waitFor();
    await writing.keyboard.press("Escape");
    await user.save(writing);
    await user.row(device.page, "Half a thought").waitFor();
    await user.openNote(device.page, "Half a thought");
    await device.page.getByRole("article", { name: "Half a thought" }).getByText("and the other half").waitFor();
  });

  it("starts in the old window with the next reload, also offline", async () => {
    await writing.reload();
    await expect.poll(() => scriptOf(writing)).toBe(await scriptOf(device.page));
    await user.row(writing, "Half a thought").waitFor();
    await device.offline(true);
    await writing.reload();
    await user.row(writing, "Half a thought").waitFor();
    expect(device.complaints()).toEqual([]);
  });
});
