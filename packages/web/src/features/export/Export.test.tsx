import { failed } from "@satchel/core/model/result.ts";
import type { ExportOrder, ExportWatch } from "@satchel/core/ports/transfer/note-exports.ts";
import type { ExportFormat } from "@satchel/core/transfer/export/export-formats.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type MemoryOptions, SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

async function openTab(options: MemoryOptions = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", ...options });
  for (const title of ["One", "Two"]) await act(() => app.services.open.notes.create({ title, content: "<p>x</p>" }, null));
  await app.user.click(await screen.findByRole("button", { name: "Settings" }));
  await app.user.click(await screen.findByRole("tab", { name: "Import and export" }));
  return { ...app, panel: within(await screen.findByRole("tabpanel", { name: "Import and export" })) };
}

describe("exporting in Settings", () => {
  it("exports all notes in the chosen format, and reports losses", async () => {
    const exportOrders: ExportOrder<ExportFormat>[] = [];
    const losses = [{ kind: "alignment", count: 1200 }] as const;
    const summary = { notes: 2, files: 0, losses, missing: ["plan.pdf"], unread: 0 };
    const { user, panel } = await openTab({ exportOrders, exportAnswer: async () => ({ ok: true, value: summary }) });
    await user.selectOptions(await panel.findByRole("combobox", { name: "Format" }), "html");
    await user.click(panel.getByRole("button", { name: "Export 2 notes" }));
    expect(await panel.findByText("2 notes were exported as “Satchel notes.zip”.")).toBeTruthy();
    expect(panel.getByText("Text alignment (1,200)")).toBeTruthy();
    expect(panel.getByText("plan.pdf")).toBeTruthy();
    expect(exportOrders).toMatchObject([{ format: "html", name: "Satchel notes", notes: [{ title: "Two" }, { title: "One" }] }]);
  });

  it("shows progress, and reports a cancellation", async () => {
    let watch: ExportWatch | undefined;
    const exportAnswer = (given: ExportWatch) => {
      watch = given;
      return new Promise<ReturnType<typeof failed<{ readonly kind: "stopped" }>>>((done) =>
        given.stop.onStop(() => done(failed({ kind: "stopped" }))),
      );
    };
    const { user, panel } = await openTab({ exportAnswer });
    await user.click(await panel.findByRole("button", { name: "Export 2 notes" }));
    act(() => watch?.onProgress(1));
    expect(panel.getByRole("progressbar", { name: "Exporting notes: 1 of 2" }).getAttribute("aria-valuenow")).toBe("50");
    await user.click(panel.getByRole("button", { name: "Cancel" }));
    expect(await panel.findByText("Export canceled. Nothing was saved.")).toBeTruthy();
  });

  it("explains a failure", async () => {
    const { user, panel } = await openTab({ exportAnswer: async () => failed({ kind: "storage-full" }) });
    await user.click(await panel.findByRole("button", { name: "Export 2 notes" }));
    expect(await panel.findByText("There isn't enough space on this device. Free up some space and try again.")).toBeTruthy();
  });
});

describe("printing notes", () => {
  it("lays out the notes for the browser's print, and removes them afterwards", async () => {
    const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
    const { user, panel } = await openTab();
    await user.selectOptions(await panel.findByRole("combobox", { name: "Format" }), "pdf");
    await user.click(panel.getByRole("button", { name: "Print or save 2 notes as PDF" }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    const titles = () => [...document.querySelectorAll("[data-print-notes] article > h1")].map(({ textContent }) => textContent);
    expect(titles()).toEqual(["Two", "One"]);
    act(() => void window.dispatchEvent(new Event("afterprint")));
    await waitFor(() => expect(titles()).toEqual([]));
    print.mockRestore();
  });

  it("starts each note with its title, and shows formulas and linked titles", async () => {
    const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
    const { user, panel, services } = await openTab();
    const one = services.open.notes.store.getState().notes.find(({ title }) => title === "One")?.noteId;
    const content = `<p><span data-satchel="math">x^2</span> <a data-note-id="${one}"></a></p>`;
    await act(() => services.open.notes.create({ title: "Three", content }, null));
    await user.selectOptions(await panel.findByRole("combobox", { name: "Format" }), "pdf");
    await user.click(panel.getByRole("button", { name: "Print or save 3 notes as PDF" }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    const paper = document.querySelector("[data-print-notes]");
    expect([...(paper?.querySelectorAll("nav li") ?? [])].map(({ textContent }) => textContent)).toEqual(["Three", "Two", "One"]);
    expect(paper?.querySelector("math")).not.toBeNull();
    expect(paper?.querySelector("a[data-note-id]")?.textContent).toBe("One");
    expect(paper?.querySelector("a[data-note-id]")?.getAttribute("href")).toBe(`#${document.querySelectorAll("article")[2]?.id}`);
    act(() => void window.dispatchEvent(new Event("afterprint")));
    print.mockRestore();
  });

  it("can be canceled while reading, and ends if the Sensitive folder locks", async () => {
    const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
    const { user, panel, services } = await openTab();
    const open = vi.spyOn(services.open.notes, "open").mockImplementation(() => new Promise(() => undefined));
    await user.selectOptions(await panel.findByRole("combobox", { name: "Format" }), "pdf");
    await user.click(panel.getByRole("button", { name: "Print or save 2 notes as PDF" }));
    expect(await panel.findByRole("progressbar", { name: "Preparing notes: 0 of 2" })).toBeTruthy();
    await user.click(panel.getByRole("button", { name: "Cancel" }));
    expect(await panel.findByText("Printing canceled.")).toBeTruthy();
    open.mockImplementation(async () => failed({ kind: "sensitive-locked" }));
    await user.click(panel.getByRole("button", { name: "Print or save 2 notes as PDF" }));
    expect(await panel.findByText(/^The Sensitive folder was locked during the export/)).toBeTruthy();
    expect(print).not.toHaveBeenCalled();
    open.mockRestore();
    print.mockRestore();
  });
});

describe("a mirror folder", () => {
  it("is chosen in Settings, and shows its progress", async () => {
    const mirrorCalls: string[] = [];
    const { user, panel } = await openTab({ mirror: { kind: "off" }, mirrorCalls });
    const mirror = within(await panel.findByRole("region", { name: "Keep a folder up to date" }));
    await user.click(await mirror.findByRole("button", { name: "Choose a folder" }));
    expect(mirrorCalls).toEqual(["choose"]);
    const { panel: writing } = await openTab({ mirror: { kind: "writing", folder: "Vault", done: 1, total: 4 } });
    expect(await writing.findByRole("progressbar", { name: "Writing to “Vault”: 1 of 4 notes" })).toBeTruthy();
  });

  it("shows a problem, and what to do", async () => {
    const mirrorCalls: string[] = [];
    const { user, panel } = await openTab({ mirror: { kind: "needs-permission", folder: "Vault" }, mirrorCalls });
    await user.click(await panel.findByRole("button", { name: "Allow" }));
    await user.click(panel.getByRole("button", { name: "Turn off" }));
    const { panel: gone } = await openTab({ mirror: { kind: "stopped", folder: "Vault", why: "folder-gone" }, mirrorCalls });
    expect(await gone.findByText(/^The folder “Vault” isn't there anymore/)).toBeTruthy();
    expect(mirrorCalls).toEqual(["allow", "turnOff"]);
  });
});

describe("exporting from elsewhere", () => {
  it("opens a dialog for the note of the menu", async () => {
    const exportOrders: ExportOrder<ExportFormat>[] = [];
    const { user, services } = await renderApp({ session: SIGNED_IN, path: "/notes", exportOrders });
    await act(() => services.open.notes.create({ title: "Milk", content: "<p>x</p>" }, null));
    await act(() => services.open.notes.create({ title: "Bread", content: "<p>x</p>" }, null));
    await user.pointer({ keys: "[MouseRight]", target: await screen.findByText("Milk") });
    await user.click(await screen.findByRole("menuitem", { name: "Export…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Export" }));
    await user.click(await dialog.findByRole("button", { name: "Export 1 note" }));
    expect(exportOrders).toMatchObject([{ format: "markdown", name: "Milk", notes: [{ title: "Milk" }] }]);
  });
});
