import { type ChatHost, startChatHost } from "@satchel/server/testing/chat-host.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { findAccessibilityViolations } from "./harness/page/accessibility.ts";
import { watchTraffic } from "./harness/page/traffic.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const ADA = { email: "ada@example.org", password: "Correct horse 1" };

describe("decision 0029 content that the editor inserts from elsewhere, under the real policy", () => {
  let operator: ChatHost;
  let own: ChatHost;
  let server: TestServer;
  let device: Device;

  runInOrder(() => [device]);
  beforeAll(async () => {
    [operator, own] = await Promise.all([startChatHost(), startChatHost()]);
    server = await startServer({ AI_URL: operator.url, AI_TOKEN: "operator-token", AI_MODEL: "small-instruct" });
    device = await openDevice();
    await user.moveIn(device.page, server.origin, ADA);
  });
  afterAll(() => closeAll(device, server, operator, own));

  it("shrinks a chosen image in its worker, stores that, and shows the original", async () => {
    const { page } = device;
    await user.beginNote(page, "With a picture");
    const img = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(2400, 1600);
      const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
      for (let x = 0; x < 2400; x += 8) {
        context.fillStyle = `hsl(${x % 360} 80% 50%)`;
        context.fillRect(x, (x * 7) % 1600, 300, 300);
      }
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg", quality: 1 })).arrayBuffer());
      return Array.from(bytes);
    });
    await page
      .locator("input[data-image-input]")
      .first()
      .setInputFiles({ name: "holiday.jpg", mimeType: "image/jpeg", buffer: Buffer.from(img) });
    await user.toast(page, "Image added successfully!").waitFor();
    await user.textField(page).locator('img[alt="holiday"]').waitFor();
    await user.save(page);
    await user.row(page, "With a picture").waitFor();
    const shown = page.locator('article img[alt="holiday"]');
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2400);
  });

  it("asks the operator's AI through the server, and pastes the response as rich text", async () => {
    const { page } = device;
    const traffic = watchTraffic(device.context);
    operator.answer = { kind: "stream", parts: ["## From the ", "operator\n\n", "- one\n- two"] };
    await user.editNote(page);
    await page.getByRole("button", { name: "AI Search" }).click();
    await page.getByText(`Sent to ${new URL(operator.url).host}.`).waitFor();
    await page.getByRole("textbox", { name: /Ask AI to help/ }).fill("A list of two");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Paste in Note" }).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Paste in Note" }).click();
    await user.textField(page).getByRole("heading", { name: "From the operator" }).waitFor();
    expect(operator.asked).toMatchObject([
      { authorization: "Bearer operator-token", body: { messages: [{ role: "user", content: "A list of two" }] } },
    ]);
    expect(traffic.sent.filter(({ url }) => url.origin !== server.origin)).toEqual([]);
  });

  it("asks the user's own host directly from the browser, and can stop it", async () => {
    const { page } = device;
    const traffic = watchTraffic(device.context);
    await page
      .getByRole("button", { name: /settings/i })
      .first()
      .click();
    await page.getByRole("tab", { name: "AI Settings" }).click();
    await page.getByLabel("URL").fill(own.url);
    await page.getByLabel("Authorization Token").fill("token-of-my-own-host");
    await page.getByLabel("Model").fill("my-model");
    await page.getByRole("button", { name: "Save Configuration" }).click();
    await user.toast(page, "AI configuration saved successfully!").waitFor();
    await page.keyboard.press("Escape");
    own.answer = { kind: "stream", parts: ["Half of it"], staysOpen: true };
    await page.getByRole("button", { name: "AI Search" }).click();
    await page.getByText(`Sent to ${new URL(own.url).host}.`).waitFor();
    await page.getByRole("textbox", { name: /Ask AI to help/ }).fill("prompt for my own host");
    await page.keyboard.press("Enter");
    await page.getByText("Half of it").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => own.brokenOff()).toBe(1);
    expect(own.asked).toMatchObject([
      { authorization: "token-of-my-own-host", body: { model: "my-model", messages: [{ content: "prompt for my own host" }] } },
    ]);
    expect(operator.asked).toHaveLength(1);
    const toServer = traffic.sent.filter(({ url }) => url.origin === server.origin).map(({ body }) => body?.toString("utf8") ?? "");
    expect(toServer.filter((body) => /token-of-my-own-host|my-model|prompt for my own host/.test(body))).toEqual([]);
    await page.keyboard.press("Escape");
  });

  it("has every emoji offline after a reload", async () => {
    const { page } = device;
    await user.saveEdit(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await device.offline(true);
    await page.reload();
    await user.openNote(page, "With a picture");
    await user.editNote(page);
    await user.pressTool(page, "Emoji");
    await page.getByRole("combobox", { name: "Search emoji" }).fill("rocket");
    await page.getByRole("option", { name: "rocket" }).waitFor();
    await page.keyboard.press("Enter");
    await user.textField(page).getByText("🚀").waitFor();
    await device.offline(false);
    expect(device.complaints()).toEqual([]);
  });

  it("copies a link to a block, which opens the note there in another window", async () => {
    const { page, context } = device;
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.origin });
    await user.paste(page, `${"<p>Above.</p>".repeat(60)}<p>The block that is linked</p>${"<p>Below.</p>".repeat(60)}`);
    const block = user.textField(page).getByText("The block that is linked");
    await block.click();
    await page.keyboard.press("Control+/");
    const menu = page.getByRole("menu", { name: "Block menu" });
    await menu.waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await menu.getByRole("menuitem", { name: "Copy link to block" }).click();
    await menu.getByRole("menuitem", { name: "Link copied" }).waitFor();
    await page.keyboard.press("Escape");
    await user.saveEdit(page);
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).not.toContain("linked");
    const other = await context.newPage();
    await other.goto(address);
    const opened = other.locator("article").getByText("The block that is linked");
    await expect.poll(() => other.evaluate(() => document.activeElement?.textContent)).toBe("The block that is linked");
    await expect.poll(() => opened.boundingBox().then((box) => box !== null && box.y > 0 && box.y < 700)).toBe(true);
    await other.close();
  });

  it("keeps a gallery, a caption and a link card, made by keys, through saving and reading", async () => {
    const { page } = device;
    await user.beginNote(page, "A gallery");
    const dot = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(60, 40);
      canvas.getContext("2d")?.fillRect(0, 0, 60, 40);
      return Array.from(new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer()));
    });
    const text = user.textField(page);
    await text.click();
    await page.keyboard.type("https://sail.example/bowline-knot ");
    await page.keyboard.press("Backspace");
    const menu = page.getByRole("menu", { name: "Block menu" });
    const choose = async (name: string): Promise<void> => {
      await page.keyboard.press("Control+/");
      await menu.waitFor();
      await page.keyboard.type(name);
      await page.keyboard.press("Enter");
      await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true);
    };
    await choose("Show as a card");
    await text.locator(".link-card").waitFor();
    await page.keyboard.press("Enter");
    await page
      .locator("input[data-image-input]")
      .first()
      .setInputFiles(["one", "two", "three"].map((name) => ({ name: `${name}.png`, mimeType: "image/png", buffer: Buffer.from(dot) })));
    await text.locator('img[alt="three"]').waitFor();
    await expect.poll(() => text.locator(".pending-content").count()).toBe(0);
    await text.locator('img[alt="two"]').click();
    await choose("Show as a gallery");
    await text.locator(".image-row > .image-frame").nth(2).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("The pier");
    await page.keyboard.press("Escape");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await user.save(page);
    await user.row(page, "A gallery").waitFor();
    await page.reload();
    await user.openNote(page, "A gallery");
    const read = page.locator("article");
    await read.locator(".image-row .image-caption").getByText("The pier").waitFor();
    expect(await read.locator(".image-row img").count()).toBe(3);
    expect(await read.locator(".link-card > a").textContent()).toBe("Bowline knotsail.example");
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });
});
