import type { RemoteImageProblem } from "@satchel/core/document/images/remote-image.ts";
import type { Result } from "@satchel/core/model/result.ts";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EditorHost } from "../../shared/editor-host/editor-host.ts";
import { NoteEditor } from "../NoteEditor.tsx";
import { NoteView } from "../read-view/NoteView.tsx";
import type { EditListener } from "../read-view/tick-boxes.ts";

Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
const NOT_NARROW = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
Object.defineProperty(window, "matchMedia", { configurable: true, value: () => NOT_NARROW });
beforeEach(cleanup);
afterEach(cleanup);

const SRC = "data:image/png;base64,AAAA";
const remote = (name: string): string => `<img data-remote-src="https://site.example/${name}" alt="${name}">`;
const NOTE = `<p>one ${remote("a.png")}</p><p>${remote("b.png")} and ${remote("a.png")} ${remote("c.png")}</p>`;
const here = (name: string, more = 'width="30" height="20"'): string =>
  `<img data-original-id="kept-${name.slice(0, 1)}" alt="${name}" ${more} src="${SRC}">`;

type ImageResult = Result<File, RemoteImageProblem>;

/** Sites that respond when the test says so. */
function createSites() {
  const asked: string[] = [];
  const open = new Map<string, (answer: ImageResult) => void>();
  const shares = new Map<string, (share: number) => void>();
  const host = {
    imageCompressor: {
      loadRemote: (address: string, onProgress: (share: number) => void, signal: AbortSignal) => {
        asked.push(address);
        shares.set(address, onProgress);
        return new Promise<ImageResult>((resolve) => {
          open.set(address, resolve);
          signal.addEventListener("abort", () => resolve({ ok: false, problem: { kind: "canceled" } }));
        });
      },
      compress: async () => ({
        ok: true,
        value: {
          dataUrl: SRC,
          originalSize: 9,
          compressedSize: 5,
          compressionRatio: 2,
          wasCompressed: true,
          dimensions: {},
          shownDimensions: { width: 30, height: 20 },
        },
      }),
    },
    originals: { keep: async (file: File) => `kept-${file.name.slice(0, 1)}`, open: async () => undefined },
    preferences: { read: () => undefined, write: () => undefined },
    notify: () => undefined,
  } as unknown as EditorHost;
  const address = (name: string): string => `https://site.example/${name}`;
  return {
    host,
    asked,
    give: (name: string) => open.get(address(name))?.({ ok: true, value: new File(["x"], name, { type: "image/png" }) }),
    fail: (name: string, problem: RemoteImageProblem) => open.get(address(name))?.({ ok: false, problem }),
    progress: (name: string, share: number) => shares.get(address(name))?.(share),
  };
}

type Given = { readonly html: string; readonly host: EditorHost; readonly onValue: (html: string) => void };

function WritePage({ html, host, onValue }: Given) {
  const [value, setValue] = useState(html);
  const handleChange = (next: string): void => {
    onValue(next);
    setValue(next);
  };
  return <NoteEditor value={value} onChange={handleChange} host={host} />;
}

function ReadPage({ html, host, onValue }: Given) {
  const [value, setValue] = useState(html);
  const handleEdit: EditListener = (edit) => {
    const next = edit(value);
    if (next === undefined) return;
    onValue(next);
    setValue(next);
  };
  return <NoteView html={value} originals={host.originals} images={host} onEdit={handleEdit} />;
}

function write(html: string) {
  const sites = createSites();
  const values: string[] = [];
  const { container } = render(<WritePage html={html} host={sites.host} onValue={(next) => values.push(next)} />);
  const chip = (index: number) => container.querySelectorAll<HTMLElement>(".remote-image")[index] as HTMLElement;
  const value = (): string => {
    act(() => void document.body.click());
    return values.at(-1) ?? html;
  };
  return { ...sites, container, chip, value };
}

function read(html: string) {
  const sites = createSites();
  const saved: string[] = [];
  const { container } = render(<ReadPage html={html} host={sites.host} onValue={(next) => saved.push(next)} />);
  return { ...sites, container, saved };
}

const LOADED = `<p>one ${here("a.png")}</p><p>${here("b.png")} and ${here("a.png")} ${here("c.png")}</p>`;
const button = (frame: HTMLElement, name: string | RegExp): HTMLElement => within(frame).getByRole("button", { name });

describe("A2.14 images of other websites, while a note is written", () => {
  it("names them, and does not request them before the user asks", async () => {
    const { asked, chip } = write(NOTE);
    await waitFor(() => expect(chip(0)).toBeTruthy());
    expect(within(chip(0)).getByRole("link").textContent).toBe("a.png (not loaded, from site.example)");
    expect(asked).toEqual([]);
  });

  it("loads one wherever the note has it, and keeps it as an attachment", async () => {
    const { asked, chip, give, progress, value } = write(NOTE);
    fireEvent.click(button(chip(0), "Load a.png (not loaded, from site.example)"));
    expect(asked).toEqual(["https://site.example/a.png"]);
    progress("a.png", 0.5);
    expect(within(chip(0)).getByRole("status").textContent).toBe("Loading… 40%");
    give("a.png");
    await waitFor(() => expect(value()).toBe(LOADED.replace(here("b.png"), remote("b.png")).replace(here("c.png"), remote("c.png"))));
  });

  it("loads all at once, can be stopped, explains failures, and retries", async () => {
    const { chip, give, fail, value } = write(NOTE);
    fireEvent.click(button(chip(0), "Load all 3"));
    const bar = screen.getByRole("region", { name: "Images from other websites" });
    expect(bar.textContent).toBe("Loading image 1 of 3…Cancel");
    fail("b.png", { kind: "site-refused", status: 404 });
    await waitFor(() => expect(bar.textContent).toBe("Loading image 2 of 3…Cancel"));
    give("a.png");
    give("c.png");
    await waitFor(() => expect(bar.textContent).toBe("1 of 3 images couldn't be loaded"));
    expect(value()).toBe(LOADED.replace(here("b.png"), remote("b.png")));
    expect(within(chip(0)).getByRole("status").textContent).toBe("The website no longer has this image.");
    fireEvent.click(within(chip(0)).getByText("Try again"));
    give("b.png");
    await waitFor(() => expect(value()).toBe(LOADED));
  });

  it("keeps the placeholders when the user stops", async () => {
    const { chip, give, value } = write(NOTE);
    fireEvent.click(button(chip(0), "Load all 3"));
    give("a.png");
    await waitFor(() => expect(screen.getByText("Loading image 2 of 3…")).toBeTruthy());
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByText(/Loading image/)).toBeNull());
    expect(value()).toBe(LOADED.replace(here("b.png"), remote("b.png")).replace(here("c.png"), remote("c.png")));
    expect(within(chip(0)).getByRole("status").textContent).toBe("");
  });

  it("keeps the size that the original page had set", async () => {
    const { chip, give, value } = write('<p><img data-remote-src="https://site.example/a.png" alt="a.png" width="80"></p>');
    fireEvent.click(button(chip(0), /^Load/));
    give("a.png");
    await waitFor(() => expect(value()).toBe(`<p>${here("a.png", 'width="80"')}</p>`));
  });
});

describe("A2.11 images of other websites, while a note is read", () => {
  it("loads them as edits of the note, in few saves", async () => {
    const { container, asked, give, saved } = read(NOTE);
    expect(asked).toEqual([]);
    fireEvent.click(within(container).getAllByRole("button", { name: "Load all 3" })[0] as HTMLElement);
    for (const name of ["a.png", "b.png", "c.png"]) give(name);
    await waitFor(() => expect(saved).toEqual([LOADED]));
  });

  it("shows only links if the note cannot be changed", () => {
    const { container } = render(<NoteView html={NOTE} />);
    expect(within(container).queryAllByRole("button")).toEqual([]);
    expect(within(container).getAllByRole("link")).toHaveLength(4);
  });
});
