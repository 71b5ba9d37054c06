/**
 * Messages around the editor: images that are inserted, and the emoji picker. The editor's browser test covers compression. Spec A §5
 * "Image picker", A §8 "Editor".
 */
import type { CompressedImage, ImageProblem } from "@satchel/core/document/images/image-compression.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

// jsdom has no layout, but the editor asks where the caret is.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

const BIRD = Object.assign(new File(["picture"], "bird.jpg", { type: "image/jpeg" }), { arrayBuffer: async () => new ArrayBuffer(7) });
const SMALL: CompressedImage = {
  dataUrl: "data:image/jpeg;base64,AAAA",
  originalSize: 2048,
  compressedSize: 2048,
  compressionRatio: 1,
  dimensions: { width: 40, height: 20 },
  shownDimensions: { width: 40, height: 20 },
  wasCompressed: false,
};

async function writing(made: CompressedImage | ImageProblem) {
  const compress = async () => ("kind" in made ? failed(made) : ok(made));
  const app = await renderApp({ session: SIGNED_IN, path: "/notes/new", imageCompressor: { compress } });
  const text = await screen.findByRole("textbox", { name: "Note text" });
  const pick = () => app.user.upload(document.querySelector<HTMLInputElement>("[data-image-input]") as HTMLInputElement, BIRD);
  const paste = () => fireEvent.paste(text, { clipboardData: { files: [BIRD], items: [], types: ["Files"], getData: () => "" } });
  return { ...app, text, pick, paste };
}

describe("A8 images: messages", () => {
  it("reports that a picked image was added", async () => {
    const { text, pick } = await writing(SMALL);
    await pick();
    expect(await screen.findByText("Image added successfully!")).toBeTruthy();
    expect(within(text).getByRole("img", { name: "bird" })).toBeTruthy();
  });

  it("A2.14 offers the image button in fullscreen, too", async () => {
    const { user } = await writing(SMALL);
    await user.click(screen.getByRole("button", { name: "Fullscreen" }));
    expect(within(await screen.findByRole("toolbar")).getByRole("button", { name: "Image" })).toBeTruthy();
  });

  it("reports that a pasted image was added, and how much smaller it is", async () => {
    const { text, paste } = await writing({ ...SMALL, originalSize: 300 * 1024, compressedSize: 48 * 1024, wasCompressed: true });
    paste();
    expect(await screen.findByText("Image pasted successfully!")).toBeTruthy();
    expect(screen.getByText("Image compressed: 300 KB → 48 KB")).toBeTruthy();
    expect(text.querySelector("img")).not.toBeNull();
  });

  it.each([
    ["not-an-image", "picked", "Please select a valid image file"],
    ["image-too-large", "picked", "File size too large. Maximum allowed size is 50MB."],
    ["image-heic", "picked", "Image processing failed: this browser can't read HEIC images. Save it as JPEG or PNG first."],
    ["image-broken", "pasted", "Image processing failed: the file is damaged, or this browser can't read it."],
    ["image-worker-failed", "picked", "Failed to process image. Please try again."],
    ["image-worker-failed", "pasted", "Failed to process pasted image. Please try again."],
  ] as const)("explains why an image was not inserted: %s, %s", async (kind, source, sentence) => {
    const { text, pick, paste } = await writing({ kind });
    await (source === "picked" ? pick() : paste());
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(text.querySelector("img[src]")).toBeNull();
  });
});

describe("A4 pasted images", () => {
  it("compresses pasted images one at a time, in the order of the clipboard", async () => {
    const waiting: ((made: ReturnType<typeof ok<CompressedImage>>) => void)[] = [];
    const compress = () => new Promise<ReturnType<typeof ok<CompressedImage>>>((resolve) => waiting.push(resolve));
    await renderApp({ session: SIGNED_IN, path: "/notes/new", imageCompressor: { compress } });
    const text = await screen.findByRole("textbox", { name: "Note text" });
    const [first, second] = [SMALL, { ...SMALL, dataUrl: "data:image/jpeg;base64,BBBB" }];
    fireEvent.paste(text, { clipboardData: { files: [BIRD, BIRD], items: [], types: ["Files"], getData: () => "" } });
    await waitFor(() => expect(waiting).toHaveLength(1));
    waiting[0]?.(ok(first));
    await waitFor(() => expect(waiting).toHaveLength(2));
    waiting[1]?.(ok(second));
    const shown = () => [...text.querySelectorAll("img[src]")].map((image) => image.getAttribute("src"));
    await waitFor(() => expect(shown()).toEqual([first.dataUrl, second.dataUrl]));
  });
});

describe("A2.14 the emoji picker", () => {
  it("has a title, and closes by its button or by a choice", async () => {
    const { user, text } = await writing(SMALL);
    const emoji = () => user.click(screen.getByRole("button", { name: "Emoji" }));
    const title = () => screen.queryByRole("heading", { name: "Choose an emoji" });
    await emoji();
    expect(await screen.findByRole("heading", { name: "Choose an emoji" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(title()).toBeNull());

    await emoji();
    await user.click(await screen.findByRole("option", { name: "grinning face" }));
    await waitFor(() => expect(title()).toBeNull());
    expect(text.textContent).toContain("😀");
  });
});
