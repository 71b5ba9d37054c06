import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DeviceState } from "../../shared/services.ts";
import { renderApp } from "../../testing/render-app.tsx";

const open = async (storage: DeviceState["storage"]) => {
  const app = await renderApp({
    session: { kind: "signed-out" },
    localMode: true,
    path: "/notes",
    disk: new MemoryDisk("dev"),
    sync: { lastCompleteAt: 1 },
    device: { storage },
  });
  await app.services.open.notes.create({ title: "Heron", content: "at low water" }, null);
  await screen.findByRole("option", { name: /^Heron/ });
  return app;
};

describe("B4.1 local mode in a browser that may evict it", () => {
  it("leads to a backup, and explains why", async () => {
    const { user } = await open("may-be-cleared");
    await screen.findByText(/^This browser may delete your notes when disk space runs low, .* keep a backup somewhere else\.$/);

    await user.click(screen.getByRole("button", { name: "Back up" }));

    const settings = await screen.findByRole("dialog", { name: "Settings" });
    await waitFor(() => expect(settings.querySelector('[role=tab][aria-selected="true"]')?.textContent).toBe("Backup and Restore"));
  });

  it("is hidden if the storage is persistent", async () => {
    await open("kept");
    expect(screen.queryByText(/^This browser may delete your notes/)).toBeNull();
  });
});
