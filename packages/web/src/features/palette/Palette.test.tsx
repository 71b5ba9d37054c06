import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

async function open(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", ...options });
  const { notes } = app.services.open;
  await notes.create({ title: "Feeding the sourdough", content: "" }, null);
  await notes.create({ title: "Sourdough, eleventh attempt", content: "" }, null);
  await notes.create({ title: "Letters", content: "" }, null);
  await screen.findByRole("navigation", { name: "Main" });
  await app.user.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: "Command palette" });
  const rows = () => within(screen.getByRole("listbox", { name: "Notes and actions" })).getAllByRole("option");
  const chosen = () => rows().find((row) => row.getAttribute("aria-selected") === "true");
  return { ...app, field, rows, chosen };
}

afterEach(() => vi.unstubAllGlobals());

describe("command palette", () => {
  it("opens with Ctrl+K, takes the focus, and lists recent notes and all actions", async () => {
    const { field, rows, chosen } = await open();

    expect(document.activeElement).toBe(field);
    expect(rows()[0]?.textContent).toContain("Letters");
    expect(rows().map((row) => row.textContent)).toEqual(expect.arrayContaining(["New noteAlt N", "Settings", "Dashboard"]));
    expect(rows().some((row) => row.textContent?.startsWith("Save"))).toBe(false);
    expect(field.getAttribute("aria-activedescendant")).toBe(chosen()?.id);
  });

  it("goes to a note by keyboard alone, with the typed words marked in its title", async () => {
    const { user, rows, chosen, path } = await open();
    await user.keyboard("sourd");
    await waitFor(() => expect(rows()[0]?.textContent).toContain("Sourdough, eleventh attempt"));
    expect(rows()[0]?.querySelector("mark")?.textContent).toBe("Sourd");
    await user.keyboard("{ArrowDown}");
    expect(chosen()?.textContent).toContain("Feeding the sourdough");
    await user.keyboard("{Enter}");

    await waitFor(() => expect(path()).toMatch(/^\/notes\/note-/));
    expect(await screen.findByRole("heading", { name: "Feeding the sourdough" })).toBeTruthy();
    expect(screen.queryByRole("combobox", { name: "Command palette" })).toBeNull();
  });

  it("groups notes and actions, with icons and the last action first", async () => {
    const { user, rows } = await open();
    const group = (name: string) => within(screen.getByRole("group", { name }));
    expect(group("Recent notes").getAllByRole("option")[0]?.textContent).toContain("Letters");
    for (const action of group("Actions").getAllByRole("option")) expect(action.querySelector("svg")).not.toBeNull();
    await user.keyboard("toggle the");
    await waitFor(() => expect(rows()[0]?.textContent).toBe("Toggle the notes list"));
    await user.keyboard("{Enter}");
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("combobox", { name: "Command palette" });
    expect(group("Actions").getAllByRole("option")[0]?.textContent).toBe("Toggle the notes list");
  });

  it("runs an action, from the dashboard too", async () => {
    const { user, rows } = await open({ path: "/dashboard" });
    await user.keyboard("new fol");
    await waitFor(() => expect(rows()[0]?.textContent).toBe("New Folder"));
    await user.keyboard("{Enter}");

    expect(await screen.findByRole("dialog", { name: /folder/i })).toBeTruthy();
  });

  it("runs the best match of the typed text, even before the list has updated", async () => {
    const { rows, field } = await open();
    // Runs outside `act`, so that the list updates later, as in a browser.
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "new fol");
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await Promise.resolve();
    expect(rows()[0]?.textContent).toContain("Letters");
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));

    expect(await screen.findByRole("dialog", { name: /folder/i })).toBeTruthy();
  });

  it("creates a note from the typed text", async () => {
    const { user, services } = await open();
    await user.keyboard("Shopping");
    await user.click(await screen.findByRole("option", { name: "New note “Shopping”" }));

    await waitFor(() => expect(services.open.tabs.store.getState().tabs).toMatchObject([{ type: "new", draft: { title: "Shopping" } }]));
  });

  it("passes the typed text to the search", async () => {
    const { user, services } = await open();
    await user.keyboard("sourdough");
    await user.click(await screen.findByRole("option", { name: /Search all notes for “sourdough”/ }));

    await waitFor(() => expect(services.open.workspace.store.getState().typed).toBe("sourdough"));
  });

  it("opens from the sidebar too", async () => {
    const { user } = await open();
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: "Search" }));

    expect(await screen.findByRole("combobox", { name: "Command palette" })).toBeTruthy();
  });

  it("closes with Escape and returns the focus", async () => {
    const { user } = await open();
    await user.keyboard("{Escape}");

    await waitFor(() => expect(screen.queryByRole("combobox", { name: "Command palette" })).toBeNull());
  });

  it("stays closed while a dialog is open", async () => {
    const { user } = await open();
    await user.keyboard("new folder{Enter}");
    await screen.findByRole("dialog", { name: /folder/i });
    await user.keyboard("{Control>}k{/Control}");

    expect(screen.queryByRole("combobox", { name: "Command palette" })).toBeNull();
  });
});
