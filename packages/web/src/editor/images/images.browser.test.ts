import { crc32, deflateSync } from "node:zlib";
import { IMAGE } from "@satchel/core/model/limits/limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EditorBrowser, type EditorPage, STRICT_CSP, startEditorBrowser } from "../testing/browser-page.ts";

let browser: EditorBrowser;
let strict: EditorPage;

beforeAll(async () => {
  browser = await startEditorBrowser(process.env.SATCHEL_CHROMIUM ?? "/usr/bin/chromium");
  strict = await browser.open(STRICT_CSP);
}, 60_000);
afterAll(() => browser?.close());

type Sample = "noise" | "see-through" | "screenshot" | "medium" | "small";

/** Creates a file in the page, pastes it, and waits until nothing is pending. */
async function paste(sample: Sample, type: string, html = "<p>before</p>") {
  await strict.page.evaluate((note) => window.satchelEditor?.load(note), html);
  await strict.page.evaluate(
    async ([kind, mime]) => {
      const [width, height] = kind === "small" ? [40, 20] : kind === "medium" ? [800, 600] : [2400, 1200];
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
      if (kind !== "see-through") context.fillRect(0, 0, width, height);
      const step = kind === "small" ? 10 : kind === "screenshot" ? 3 : 8;
      for (let x = 0; x < width / (kind === "see-through" ? 2 : 1); x += step)
        for (let y = 0; y < height; y += step) {
          context.fillStyle = `hsl(${(x * 7919 + y * 104_729) % 360} 90% ${30 + ((x * 31 + y * 17) % 40)}%)`;
          context.fillRect(x, y, step, step);
        }
      const blob = await canvas.convertToBlob({ type: mime, quality: 0.95 });
      const data = new DataTransfer();
      data.items.add(new File([blob], "image.png", { type: mime }));
      const api = window.satchelEditor;
      api?.editor().commands.focus("end");
      api?.editor().view.dom.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    },
    [sample, type] as const,
  );
  return waitUntilIdle();
}

async function pasteBytes(bytes: readonly number[], type: string) {
  await strict.page.evaluate(() => window.satchelEditor?.load("<p>before</p>"));
  await strict.page.evaluate(
    ([given, mime]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(given)], "image.png", { type: mime }));
      const api = window.satchelEditor;
      api?.editor().commands.focus("end");
      api?.editor().view.dom.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    },
    [bytes, type] as const,
  );
  return waitUntilIdle();
}

/** A black image with one bit for each pixel. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (kind: string, content: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(kind, "latin1"), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

async function waitUntilIdle() {
  await strict.page.waitForFunction(
    () => (window.satchelEditor?.notifications().length ?? 0) > 0 && document.querySelector(".pending-content") === null,
  );
  return strict.page.evaluate(() => {
    const html = window.satchelEditor?.value() ?? "";
    const src = /src="(data:(image\/[a-z]+);base64,[^"]*)"/.exec(html);
    return {
      html: html.replace(/src="[^"]*"/, "src"),
      type: src?.[2],
      bytes: src === null ? 0 : Math.floor(((src[1]?.length ?? 0) * 3) / 4),
      src: src?.[1] ?? "",
      notifications: window.satchelEditor?.notifications() ?? [],
    };
  });
}

describe("A9 images in a real browser, under the strict CSP", () => {
  it("makes a large image a JPEG of at most 1920 x 1080, and reports both sizes", async () => {
    const pasted = await paste("noise", "image/jpeg");
    expect(pasted.type).toBe("image/jpeg");
    expect(pasted.html).toBe('<p>before<img data-original-id="original-1" width="2400" height="1200" src></p>');
    const small = await strict.page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return { width: image.naturalWidth, height: image.naturalHeight };
    }, pasted.src);
    expect(small).toEqual({ width: 1920, height: 960 });
    // The editor shows the untouched original, while the note keeps the small image.
    const shown = strict.page.locator(".ProseMirror img[src]");
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2400);
    expect(await shown.evaluate((image: HTMLImageElement) => image.offsetWidth)).toBeLessThanOrEqual(1200);
    const reading = await strict.page.evaluate(() => {
      window.satchelEditor?.load(window.satchelEditor.value());
      return window.satchelEditor?.changes();
    });
    expect(reading).toBe(0);
    const read = strict.page.locator(".reading img");
    await expect.poll(() => read.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2400);
    expect(pasted.notifications).toEqual([expect.stringMatching(/^Image compressed: \d+ KB → \d+ KB$/), "Image pasted successfully!"]);
  });

  it("reports the sizes only if more than half was saved", async () => {
    const pasted = await paste("medium", "image/jpeg");
    expect(pasted.html).toContain("data-original-id");
    expect(pasted.notifications).toEqual(["Image pasted successfully!"]);
  });

  it("inserts an image of 50 KB or less byte for byte", async () => {
    const pasted = await paste("small", "image/png");
    expect(pasted).toMatchObject({ type: "image/png", notifications: ["Image pasted successfully!"] });
    expect(pasted.html).toBe('<p>before<img width="40" height="20" src></p>');
  });

  it("rejects a small file that unpacks to more than a gigabyte, without showing it meanwhile", async () => {
    const large = pngOf(20_000, 20_000);
    await strict.page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seenImages: seen });
      new MutationObserver(() => {
        for (const image of document.querySelectorAll<HTMLImageElement>("img[src]")) seen.push(image.src.slice(0, 30));
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });

    const pasted = await pasteBytes([...large], "image/png");

    expect(large.length).toBeLessThan(100_000);
    expect(pasted.notifications).toEqual(["The image has too many pixels. Make it smaller than 134 megapixels and try again."]);
    expect(pasted.html).toBe("<p>before</p>");
    expect(await strict.page.evaluate(() => (window as unknown as { seenImages: readonly string[] }).seenImages)).toEqual([]);
  });

  it("shows a drawing of 10,000 pixels a side with 2,000, and refuses one that repeats its parts without end", async () => {
    const draw = (size: string, content: string): readonly number[] => [
      ...Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`),
    ];
    const large = await pasteBytes(draw('width="10000" height="10000"', '<rect width="9" height="9"/>'), "image/svg+xml");
    expect(large.notifications).toContain("Image pasted successfully!");
    const side = await strict.page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return Math.max(image.naturalWidth, image.naturalHeight);
    }, large.src);
    expect(side).toBeLessThanOrEqual(2000);

    const levels = Array.from({ length: 12 }, (_, at) => `<g id="l${at + 1}">${`<use href="#l${at}"/>`.repeat(10)}</g>`).join("");
    const endless = await pasteBytes(draw('width="10" height="10"', `<rect id="l0"/>${levels}`), "image/svg+xml");
    expect(endless.html).toBe("<p>before</p>");
    expect(endless.notifications).toHaveLength(1);
  });

  it("refuses a JPEG XL image, which the browser does not decode", async () => {
    const pasted = await pasteBytes([0xff, 0x0a, ...Array(60).fill(0x7f)], "image/jxl");
    expect(pasted.html).toBe("<p>before</p>");
    expect(pasted.notifications).toHaveLength(1);
  });

  it("shows a sentence in place of such an image in a note, in reading and editing", async () => {
    const src = `data:image/png;base64,${pngOf(20_000, 20_000).toString("base64")}`;
    await strict.page.evaluate((html) => window.satchelEditor?.load(html), `<p>before<img src="${src}"></p>`);

    for (const place of [".ProseMirror", ".reading"]) {
      await strict.page.locator(`${place} .withheld-image`).getByText("Image not shown").waitFor();
      expect(await strict.page.locator(`${place} img[src]`).count()).toBe(0);
    }
    expect(await strict.page.evaluate(() => window.satchelEditor?.value())).toContain(src);
  });

  it("keeps transparency, as PNG and as WebP", async () => {
    for (const type of ["image/png", "image/webp"]) {
      const pasted = await paste("see-through", type);
      expect(pasted.type).toBe(type);
      const alpha = await strict.page.evaluate(async (src) => {
        const img = new Image();
        img.src = src;
        await img.decode();
        const canvas = new OffscreenCanvas(img.width, img.height);
        const context = canvas.getContext("2d");
        context?.drawImage(img, 0, 0);
        return context?.getImageData(img.width - 2, 2, 1, 1).data[3];
      }, pasted.src);
      expect(alpha).toBe(0);
    }
  });

  it("makes a JPEG of a screenshot with an unused alpha channel", async () => {
    const pasted = await paste("screenshot", "image/png");
    expect(pasted.type).toBe("image/jpeg");
    expect(pasted.bytes).toBeLessThan(IMAGE.targetBytes * 12);
  });

  it("reads an image upright, as its EXIF orientation says", async () => {
    const jpeg = await strict.page.evaluate(async () => {
      const canvas = new OffscreenCanvas(40, 20);
      canvas.getContext("2d")?.fillRect(0, 0, 40, 20);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg" })).arrayBuffer())];
    });
    const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0];
    const turned = [0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2, ...exif, ...jpeg.slice(2)];
    expect((await pasteBytes(turned, "image/jpeg")).html).toBe('<p>before<img width="20" height="40" src></p>');
  });

  it("explains why a broken file and a HEIC are rejected, and inserts nothing", async () => {
    const broken = await pasteBytes([0xff, 0xd8, 0xff, 1, 2, 3], "image/jpeg");
    expect(broken).toMatchObject({
      html: "<p>before</p>",
      notifications: [expect.stringMatching(/^Image processing failed: the file is damaged/)],
    });
    const heic = await pasteBytes([0, 0, 0, 28, ...[..."ftypheic"].map((letter) => letter.charCodeAt(0))], "image/heic");
    expect(heic.notifications).toEqual([expect.stringMatching(/^Image processing failed: this browser can't read HEIC/)]);
  });

  it("accepts typing while an image is pending, and inserts it where requested", async () => {
    const { page } = strict;
    await page.evaluate(() => window.satchelEditor?.load("<p>ab</p>"));
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(1600, 900);
      canvas.getContext("2d")?.fillRect(0, 0, 1600, 900);
      const data = new DataTransfer();
      data.items.add(new File([await canvas.convertToBlob()], "image.png", { type: "image/png" }));
      const editor = window.satchelEditor?.editor();
      editor?.commands.setTextSelection(2);
      editor?.view.dom.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      editor?.commands.insertContentAt(1, { type: "text", text: "typed " });
    });
    expect((await waitUntilIdle()).html).toMatch(
      /^<p>typed a<img (?:data-original-id="original-\d+" )?width="1600" height="900" src>b<\/p>$/,
    );
    await page.evaluate(() => window.satchelEditor?.editor().commands.undo());
    expect(await page.evaluate(() => window.satchelEditor?.value())).not.toContain("<img");
  });

  it("shows one progress for several images, and keeps the finished ones when canceled", async () => {
    const { page } = strict;
    await page.evaluate(() => window.satchelEditor?.load("<p>ab</p>"));
    const pasteThree = () =>
      page.evaluate(async () => {
        window.satchelEditor?.holdPending();
        const canvas = new OffscreenCanvas(60, 40);
        canvas.getContext("2d")?.fillRect(0, 0, 60, 40);
        const [blob, data] = [await canvas.convertToBlob(), new DataTransfer()];
        for (const name of ["one.png", "two.png", "three.png"]) data.items.add(new File([blob], name, { type: "image/png" }));
        const editor = window.satchelEditor?.editor();
        editor?.commands.setTextSelection(2);
        editor?.view.dom.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      });
    const bar = page.getByRole("region", { name: "Files being added" });
    await pasteThree();
    await bar.getByText(/^Adding file 1 of 3… \d+%$/).waitFor();
    expect(await page.locator(".pending-content").count()).toBe(3);
    await page.evaluate(() => window.satchelEditor?.letPendingGo());
    await bar.waitFor({ state: "detached" });
    const image = '<img width="60" height="40" src>';
    const html = async () => (await waitUntilIdle()).html.replaceAll(/src="[^"]*"/g, "src");
    expect(await html()).toBe(`<p>a${image.repeat(3)}b</p>`);

    await page.evaluate(() => window.satchelEditor?.load("<p>ab</p>"));
    await pasteThree();
    await bar.getByText("Adding file 1 of 3").waitFor();
    await page.evaluate(() => {
      window.satchelEditor?.letPendingGo();
      window.satchelEditor?.holdPending();
    });
    await bar.getByText("Adding file 2 of 3").waitFor();
    await bar.getByRole("button", { name: "Cancel" }).click();
    await bar.waitFor({ state: "detached" });
    await page.evaluate(() => window.satchelEditor?.letPendingGo());
    expect(await html()).toBe(`<p>a${image}b</p>`);
  });

  it("keeps an image in the text from the paste on, even if the editor closes early", async () => {
    const { page } = strict;
    await page.evaluate(() => window.satchelEditor?.load("<p>ab</p>"));
    await page.evaluate(async () => {
      window.satchelEditor?.holdPending();
      const canvas = new OffscreenCanvas(1600, 900);
      canvas.getContext("2d")?.fillRect(0, 0, 1600, 900);
      const data = new DataTransfer();
      data.items.add(new File([await canvas.convertToBlob()], "image.png", { type: "image/png" }));
      const editor = window.satchelEditor?.editor();
      editor?.commands.setTextSelection(2);
      editor?.view.dom.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await expect.poll(() => page.evaluate(() => window.satchelEditor?.pending())).toBeDefined();
    const value = () => page.evaluate(() => window.satchelEditor?.value() ?? "");
    await expect.poll(value).toMatch(/^<p>a<img src="data:image\/png;base64,[^"]+">b<\/p>$/);
    const given = await value();
    await page.evaluate(() => window.satchelEditor?.end());
    await page.evaluate(() => window.satchelEditor?.letPendingGo());
    expect(await value()).toBe(given);
  });

  it("pastes the words, not their image, if the clipboard has both", async () => {
    const { page } = strict;
    await page.evaluate(() => window.satchelEditor?.load(""));
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/html", "<p>Cell</p>");
      data.items.add(new File([new Uint8Array(3)], "image.png", { type: "image/png" }));
      const editor = window.satchelEditor?.editor();
      editor?.commands.focus();
      editor?.view.dom.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    expect(await page.evaluate(() => [window.satchelEditor?.value(), window.satchelEditor?.notifications()])).toEqual(["<p>Cell</p>", []]);
  });

  it("takes files from the picker and rejects those that are not images", async () => {
    const { page } = strict;
    await page.evaluate(() => window.satchelEditor?.load("<p>a</p>"));
    const input = page.locator("input[data-image-input]").first();
    await input.setInputFiles({ name: "letter.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
    expect((await waitUntilIdle()).notifications).toEqual(["Please select a valid image file"]);
  });

  it("changes a selected image's width by keys, and its height follows", async () => {
    const { page } = strict;
    await paste("small", "image/png", "<p></p>");
    await page.evaluate(() => window.satchelEditor?.editor().commands.setNodeSelection(1));
    await page.locator(".ProseMirror img[src]").evaluate((img: HTMLImageElement) => img.decode());
    await page.keyboard.press("Alt+Shift+ArrowRight");
    await page.keyboard.press("Alt+Shift+ArrowRight");
    expect((await waitUntilIdle()).html).toBe('<p><img width="120" height="60" src></p>');
  });

  it("shows the width of the selected image, and takes a typed one", async () => {
    const { page } = strict;
    await paste("small", "image/png", "<p></p>");
    await page.evaluate(() => window.satchelEditor?.editor().commands.setNodeSelection(1));
    const width = page.getByRole("textbox", { name: "Width" });
    await expect.poll(() => width.inputValue()).toBe("40");
    await page.keyboard.press("Alt+Shift+ArrowRight");
    await expect.poll(() => width.inputValue()).toBe("80");
    await page.locator(".image-size").getByText("80 px").waitFor({ state: "attached" });
    await width.fill("300");
    await page.keyboard.press("Enter");
    expect((await waitUntilIdle()).html).toBe('<p><img width="300" height="150" src></p>');
    await page.keyboard.press("Alt+Shift+ArrowLeft");
    expect((await waitUntilIdle()).html).toBe('<p><img width="260" height="130" src></p>');
  });

  it("resizes by its handle, with the width shown, and undoes that in one step", async () => {
    const { page } = strict;
    await paste("small", "image/png", "<p></p>");
    await page.evaluate(() => window.satchelEditor?.editor().commands.setNodeSelection(1));
    const box = await page.locator(".ProseMirror img[src]").boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) - 6, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 3 });
    await page.locator(".image-size").getByText("100 px").waitFor({ state: "attached" });
    await page.mouse.up();
    expect((await waitUntilIdle()).html).toBe('<p><img width="100" height="50" src></p>');
    await page.evaluate(() => window.satchelEditor?.editor().commands.undo());
    expect((await waitUntilIdle()).html).toBe('<p><img width="40" height="20" src></p>');
  });

  it("writes a caption under the image by keys alone, and continues the text", async () => {
    const { page } = strict;
    await paste("small", "image/png", "<p></p>");
    // The editor takes the focus a frame after the command of the paste.
    await page.locator(".ProseMirror:focus").waitFor();
    await page.evaluate(() => window.satchelEditor?.editor().commands.setNodeSelection(1));
    await page.keyboard.press("Enter");
    await page.keyboard.type("The old pier");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await page.keyboard.type(", 1912");
    await page.keyboard.press("Enter");
    await page.keyboard.type("after");
    expect((await waitUntilIdle()).html).toBe('<p><img data-caption="The old pier, 1912" width="40" height="20" src>after</p>');
    await page.locator(".ProseMirror .image-caption").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Escape");
    expect((await waitUntilIdle()).html).toBe('<p><img width="40" height="20" src>after</p>');
  });

  it("replaces and downloads the selected image from its bar", async () => {
    const { page } = strict;
    await paste("small", "image/png", "<p>a</p>");
    await page.evaluate(() => window.satchelEditor?.editor().commands.setNodeSelection(2));
    await page.getByRole("button", { name: "Download original" }).click();
    await expect
      .poll(() => page.evaluate(() => window.satchelEditor?.notifications().at(-1)))
      .toMatch(/^saved image\.png \(image\/png, \d+ bytes\)$/);
    await page.locator("input[data-replace-image]").setInputFiles({ name: "square.png", mimeType: "image/png", buffer: pngOf(30, 30) });
    await expect.poll(async () => (await waitUntilIdle()).html).toBe('<p>a<img width="40" height="40" src></p>');
  });

  it("runs without CSP violations and errors", () => {
    expect(strict.complaints).toEqual([]);
  });
});

describe("A2.14 emoji picker in a real browser", () => {
  it("opens by its button, searches, selects by keyboard, remembers, and closes", async () => {
    const { page } = strict;
    await page.evaluate(() => window.satchelEditor?.load("<p>Hi </p>"));
    await page.evaluate(() => window.satchelEditor?.focusEnd());
    await page.getByRole("button", { name: "Emoji" }).click();
    await page.getByRole("dialog", { name: "Choose an emoji" }).waitFor();
    expect(await page.getByRole("tab").evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute("aria-label")))).toEqual([
      "Smileys & People",
      "Animals & Nature",
      "Food & Drink",
      "Activities",
      "Travel & Places",
      "Objects",
    ]);
    await page.getByLabel("Skin tone", { exact: true }).first().selectOption("3");
    await page.getByRole("combobox", { name: "Search emoji" }).fill("waving hand");
    await page.getByRole("option", { name: "waving hand" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.type("!");
    expect(await page.evaluate(() => window.satchelEditor?.value())).toBe("<p>Hi 👋🏽!</p>");
    await page.getByRole("button", { name: "Emoji" }).click();
    await page.getByRole("region", { name: "Recently used" }).getByText("👋🏽").waitFor();
    await page.getByRole("tab", { name: "Food & Drink" }).click();
    await page.getByRole("option", { name: "pizza" }).click();
    expect(await page.evaluate(() => window.satchelEditor?.value())).toBe("<p>Hi 👋🏽!🍕</p>");
    await page.getByRole("button", { name: "Emoji" }).click();
    await page.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.classList.contains("ProseMirror"))).toBe(true);
  });
});

describe("decision 0029 the toolbar on a phone", () => {
  it("is below the text within a thumb's reach, and scrolls sideways for the rest", async () => {
    const { page } = strict;
    await page.setViewportSize({ width: 360, height: 620 });
    await page.evaluate(() => window.satchelEditor?.load("<p>Hi</p>"));
    const toolbarBelowText = async (): Promise<number> => {
      const toolbar = await page.getByRole("toolbar", { name: "Formatting" }).boundingBox();
      const written = await page.locator(".ProseMirror").boundingBox();
      return (toolbar?.y ?? 0) - (written?.y ?? 0) - (written?.height ?? 0);
    };
    await expect.poll(toolbarBelowText).toBeGreaterThan(-1);
    const buttons = await page.getByRole("toolbar").getByRole("button").all();
    for (const button of buttons) {
      await button.scrollIntoViewIfNeeded();
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    }
    for (const name of ["Underline", "Link", "Emoji", "Table", "Clear formatting"]) await page.getByRole("button", { name }).waitFor();
    await page.getByRole("button", { name: "Emoji" }).click();
    await page.getByRole("combobox", { name: "Search emoji" }).fill("rocket");
    await page.getByRole("option", { name: "rocket" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Choose an emoji" }).waitFor({ state: "detached" });
    expect(await page.evaluate(() => window.satchelEditor?.value())).toContain("🚀");
    await page.setViewportSize({ width: 1200, height: 800 });
  });
});

describe("decision 0029 dragging blocks", () => {
  it("moves the block whose handle is dragged", async () => {
    const { page } = strict;
    await page.evaluate(() => window.satchelEditor?.load("<p>first</p><p>second</p><ul><li><p>item</p></li></ul><p>last</p>", false));
    await page.getByText("first").hover();
    const handle = page.locator(".block-handle");
    await handle.waitFor();
    const from = await handle.boundingBox();
    const to = await page.getByText("last").boundingBox();
    await page.mouse.move((from?.x ?? 0) + 10, (from?.y ?? 0) + 12);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + 4, { steps: 5 });
    await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + (to?.height ?? 0) - 3, { steps: 5 });
    await page.mouse.up();
    await expect
      .poll(() => page.evaluate(() => window.satchelEditor?.value()))
      .toBe("<p>second</p><ul><li><p>item</p></li></ul><p>last</p><p>first</p>");
    expect(strict.complaints).toEqual([]);
  });
});
