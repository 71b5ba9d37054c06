import { describe, expect, it, vi } from "vitest";
import { createHands } from "../testing/hands.ts";
import { addCopyButtons } from "./copy-code.ts";

function withClipboard(write: (text: string) => Promise<void>): void {
  Object.defineProperty(navigator, "clipboard", { value: { writeText: write }, configurable: true });
}

const CODE = "<pre><code>a &lt; b\n  c</code></pre>";

describe("A2.14 copying a block of code", () => {
  it("copies its text in the editor, and leaves the note unchanged", async () => {
    const copied: string[] = [];
    withClipboard(async (text) => void copied.push(text));
    const { view } = createHands(CODE).editor;
    const before = view.state.doc;
    const button = view.dom.querySelector<HTMLButtonElement>(".code-copy");
    button?.click();
    await vi.waitFor(() => expect(button?.textContent).toBe("Copied"));
    expect([copied, view.state.doc.eq(before)]).toEqual([["a < b\n  c"], true]);
    button?.dispatchEvent(new Event("pointerleave"));
    expect(button?.textContent).toBe("Copy");
  });

  it("copies its text in the read view, and reports a refusal by the browser", async () => {
    withClipboard(() => Promise.reject(new Error("refused")));
    const root = document.createElement("div");
    root.append(createHands(CODE).editor.view.dom.querySelector("pre")?.cloneNode(true) ?? "");
    addCopyButtons(root);
    const button = root.querySelector<HTMLButtonElement>(".code-copy");
    button?.click();
    await vi.waitFor(() => expect(button?.textContent).toBe("Not copied"));
  });
});
