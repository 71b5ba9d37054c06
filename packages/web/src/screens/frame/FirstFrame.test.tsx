import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { UnionStore } from "@satchel/core/model/store.ts";
import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { LibraryState } from "../../shared/services.ts";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

type Options = Parameters<typeof renderApp>[0];

/** A library that is still being read, with the first page of its notes. */
async function reading(titles: readonly string[], options: Options = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", ...options });
  const { notes } = app.services.open;
  for (const title of titles) await notes.create({ title, content: `<p>${title}</p>` }, null);
  const store = app.services.library as UnionStore<LibraryState>;
  const open = store.getState();
  let isRendered = false;
  const first = {
    notes: notes.store.getState().notes,
    onRendered: () => {
      isRendered = true;
    },
  };
  act(() => store.replace({ kind: "opening", first }));
  return { ...app, isRendered: () => isRendered, open: () => act(() => store.replace(open)) };
}

describe("A2.9 the list while a large library is read", () => {
  it.each([1440, 390])("shows the newest notes in their final places at %i px, then the whole list", async (widthPx) => {
    const app = await reading(["Milk", "Bread"], { widthPx });
    expect(screen.getByRole("listbox", { name: "Notes", busy: true })).toBeTruthy();
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("Bread"),
      expect.stringContaining("Milk"),
    ]);
    expect(screen.queryByText("2 notes")).toBeNull();
    await waitFor(() => expect(app.isRendered()).toBe(true));
    app.open();
    expect(await screen.findByText("2 notes")).toBeTruthy();
    expect(screen.getAllByRole("option")).toHaveLength(2);
  });

  it("opens a note that was chosen during reading", async () => {
    const app = await reading(["Milk", "Bread"]);
    await app.user.click(screen.getByRole("option", { name: /Milk/ }));
    expect(app.path()).toMatch(/^\/notes\/note-/);
    app.open();
    expect(await screen.findByRole("tab", { name: /Milk/, selected: true })).toBeTruthy();
  });

  it.each([
    ["in another order", { preferences: { [LOCAL_KEYS.listSort]: "title" } }],
    ["with pinned notes on top", { preferences: { [LOCAL_KEYS.pinnedOnTop]: "true" } }],
    ["of search results", { path: "/notes?search=milk" }],
    ["on another page", { path: "/dashboard" }],
  ] as const)("waits if a list %s is shown, and lets the reading continue", async (_name, options) => {
    const app = await reading(["Milk", "Bread"], options);
    expect(screen.queryAllByRole("option")).toEqual([]);
    await waitFor(() => expect(app.isRendered()).toBe(true));
  });
});
