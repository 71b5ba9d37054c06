import { ok } from "@satchel/core/model/result.ts";
import type { UnreadableRow, UnreadableRowStore } from "@satchel/core/ports/device/unreadable-rows.ts";
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Library } from "../../shared/services.ts";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

const CUT: UnreadableRow = { store: "local_notes", key: "note-1-a", kind: "note", problem: "no-text", name: "Heron" };
const KEYED: UnreadableRow = { store: "local_folders", key: 7, kind: "folder", problem: "damaged" };

function inMemory(start: readonly UnreadableRow[]) {
  let rows = start;
  const memory: UnreadableRowStore = {
    list: async () => ok(rows),
    read: async (row) => ok(rows.includes(row) ? `{"key":"${row.key}"}` : undefined),
    async remove(row) {
      const isThere = rows.includes(row);
      rows = rows.filter((each) => each !== row);
      return ok(isThere);
    },
  };
  const store: Library["unreadableRows"] = { countAtStart: start.length, open: async () => memory };
  return { store, rows: () => rows, heal: (row: UnreadableRow) => (rows = rows.filter((each) => each !== row)) };
}

async function show(unreadableRows: Library["unreadableRows"], mode: "local" | "cloud" = "local") {
  const savedFiles: { readonly name: string; readonly text: string }[] = [];
  const account = mode === "local" ? { localMode: true } : { session: SIGNED_IN, sync: { lastCompleteAt: 1 } };
  const { user } = await renderApp({ ...account, path: "/notes", unreadableRows, savedFiles });
  await user.click(await screen.findByRole("button", { name: "Review…" }));
  const part = await screen.findByRole("region", { name: "Unreadable items" });
  return { user, part: within(part), savedFiles };
}

afterEach(cleanup);

describe("unreadable data on this device", () => {
  it.each(["local", "cloud"] as const)("is announced, and listed with the problem: %s", async (mode) => {
    const { part } = await show(inMemory([CUT, KEYED]).store, mode);

    expect(screen.getByText("2 items on this device couldn't be read.")).toBeTruthy();
    expect(part.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "HeronNote · Its text is missing or damaged.DownloadRemove…",
      "7Folder · Its data is damaged.DownloadRemove…",
    ]);
  });

  it("can be downloaded as it is stored", async () => {
    const { user, part, savedFiles } = await show(inMemory([CUT]).store);
    await user.click(part.getByRole("button", { name: "Download Heron" }));

    expect(savedFiles).toMatchObject([{ name: "satchel-unreadable-note.json", text: '{"key":"note-1-a"}' }]);
    expect(part.getByRole("status").textContent).toBe("satchel-unreadable-note.json downloaded.");
  });

  it("is removed only after a question, and kept otherwise", async () => {
    const memory = inMemory([CUT, KEYED]);
    const { user, part } = await show(memory.store);
    await user.click(part.getByRole("button", { name: "Remove Heron" }));
    await user.click(screen.getByRole("button", { name: "Keep" }));
    expect(memory.rows()).toEqual([CUT, KEYED]);

    await user.click(part.getByRole("button", { name: "Remove Heron" }));
    await user.click(screen.getByRole("button", { name: "Remove" }));

    expect(await part.findByText("“Heron” removed.")).toBeTruthy();
    expect(memory.rows()).toEqual([KEYED]);
    expect(part.getAllByRole("listitem")).toHaveLength(1);
  });

  it("is not removed once it is whole", async () => {
    const memory = inMemory([CUT]);
    const { user, part } = await show(memory.store);
    await user.click(part.getByRole("button", { name: "Remove Heron" }));
    memory.heal(CUT);
    await user.click(screen.getByRole("button", { name: "Remove" }));

    expect(await part.findByText("“Heron” has changed. Nothing was removed.")).toBeTruthy();
    expect(part.queryAllByRole("listitem")).toEqual([]);
  });

  it("reports that the list cannot be loaded", async () => {
    const { store } = inMemory([CUT]);
    const { part } = await show({ ...store, open: () => Promise.reject(new Error("not fetched")) });
    expect(part.getByRole("status").textContent).toBe("The list couldn't be loaded. Reload the page and try again.");
  });

  it("is announced until dismissed, and hidden if all is well", async () => {
    const { user } = await renderApp({ localMode: true, path: "/notes", unreadableRows: inMemory([CUT]).store });
    const band = await screen.findByText("1 item on this device couldn't be read.");
    await user.click(within(band.closest('[role="status"]') as HTMLElement).getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText("1 item on this device couldn't be read.")).toBeNull();
  });
});
