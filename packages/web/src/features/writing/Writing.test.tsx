import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

const ON = { [LOCAL_KEYS.autosave]: "true" };

async function inEditor(options: Parameters<typeof renderApp>[0] = {}) {
  const clock = new ManualClock();
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", timers: clock, ...options });
  await screen.findByRole("tab", { name: "All Notes" });
  const { notes } = app.services.open;
  const made = await notes.create({ title: "Milk", content: "<p>two litres</p>" }, null);
  if (!made.ok) throw new Error("the note was not made");
  await app.user.click(await screen.findByRole("option", { name: /Milk/ }));
  await app.user.click(await screen.findByRole("button", { name: "Edit Note" }));
  const title = await screen.findByRole("textbox", { name: "Title" });
  const typeTitle = async (text: string) => {
    await app.user.click(title);
    await app.user.paste(text);
  };
  const advance = (ms: number) => act(() => clock.advance(ms));
  const saved = async () => {
    const read = await notes.open(made.value.noteId);
    return read.ok ? read.value.title : undefined;
  };
  return { ...app, clock, notes, noteId: made.value.noteId, typeTitle, advance, saved };
}

describe("decision 0005 Autosave after 3 seconds", () => {
  it("is off until it is chosen in Settings, Editor", async () => {
    const { user, typeTitle, advance, saved, services } = await inEditor();
    await typeTitle("Oat ");
    await advance(10_000);
    expect(await saved()).toBe("Milk");

    await user.click(screen.getByRole("button", { name: "Settings" }));
    await user.click(await screen.findByRole("tab", { name: "Editor" }));
    const choice = screen.getByRole("checkbox", { name: /^Autosave after 3 seconds/ });
    expect((choice as HTMLInputElement).checked).toBe(false);
    await user.click(choice);
    expect((choice as HTMLInputElement).checked).toBe(true);
    expect(services.preferences.read(LOCAL_KEYS.autosave)).toBe("true");
    await user.click(choice);
    expect(services.preferences.read(LOCAL_KEYS.autosave)).toBeUndefined();
  });

  it("saves three seconds after the last key, and stays in the editor", async () => {
    const { typeTitle, advance, saved, path, noteId, services } = await inEditor({ preferences: ON });
    await typeTitle("Oat ");
    expect(screen.getByText("Unsaved changes are kept on this device")).toBeTruthy();
    expect(screen.queryByText("Autosaved")).toBeNull();
    await advance(3000);

    expect(await saved()).toContain("Oat");
    expect(await screen.findByText("Autosaved")).toBeTruthy();
    expect(path()).toBe(`/notes/${noteId}/edit`);
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Title" }));
    expect(services.status.store.getState().shown).toEqual([]);
    await typeTitle("!");
    expect(screen.queryByText("Autosaved")).toBeNull();
  });

  it("does not create a note from a new tab", async () => {
    const { user, advance, notes } = await inEditor({ preferences: ON });
    await user.keyboard("{Alt>}n{/Alt}");
    await user.click(await screen.findByRole("textbox", { name: "New note title" }));
    await user.paste("Bread");
    await advance(60_000);
    expect(notes.store.getState().notes.map(({ title }) => title)).toEqual(["Milk"]);
    expect(screen.getByRole("button", { name: /^Create Note/ })).toBeTruthy();
  });

  it("does not save behind a dialog about the text", async () => {
    const { user, typeTitle, advance, saved } = await inEditor({ preferences: ON });
    await typeTitle("Oat ");
    await user.click(screen.getByRole("button", { name: "Close" }));
    const question = await screen.findByRole("alertdialog");
    await advance(60_000);
    await user.click(within(question).getByRole("button", { name: /Discard/ }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await advance(60_000);
    expect(await saved()).toBe("Milk");
  });

  it("reports a full disk once, and keeps the text", async () => {
    let isFull = false;
    const { typeTitle, advance, saved } = await inEditor({
      preferences: ON,
      diskRefuses: () => (isFull ? { kind: "storage-full" } : undefined),
    });
    isFull = true;
    await typeTitle("Oat ");
    await advance(3000);
    expect(await screen.findByText(/Your text is still here. Free up some space, then save again/)).toBeTruthy();
    expect((screen.getByRole("textbox", { name: "Title" }) as HTMLInputElement).value).toContain("Oat");
    isFull = false;
    await advance(30_000);
    expect(await saved()).toContain("Oat");
  });

  it("B8 reports a failed save once, and retries", async () => {
    let isBroken = false;
    const { typeTitle, advance, saved, services } = await inEditor({
      session: { kind: "signed-out" },
      localMode: true,
      preferences: ON,
      diskRefuses: () => (isBroken ? { kind: "storage-broken", detail: "" } : undefined),
    });
    isBroken = true;
    await typeTitle("Oat ");
    await advance(3000);
    expect(await screen.findByText("Failed to save note")).toBeTruthy();
    const shownCount = services.status.store.getState().shown.length;
    await advance(30_000);
    expect(services.status.store.getState().shown.length).toBeLessThanOrEqual(shownCount);
    isBroken = false;
    await advance(30_000);
    expect(await saved()).toContain("Oat");
  });

  it("can be chosen in local mode too", async () => {
    const { user } = await inEditor({ session: { kind: "signed-out" }, localMode: true });
    await user.click(screen.getByRole("button", { name: "Settings" }));
    await user.click(await screen.findByRole("tab", { name: "Editor" }));
    expect(screen.getByRole("checkbox", { name: /^Autosave after 3 seconds/ })).toBeTruthy();
  });
});
