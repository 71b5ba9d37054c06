import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp } from "../../../testing/render-app.tsx";

const open = (mark: string) =>
  renderApp({
    session: { kind: "signed-out" },
    localMode: true,
    path: "/notes",
    disk: new MemoryDisk("dev"),
    sync: { lastCompleteAt: 1 },
    preferences: { localNotes: mark },
  });

describe("B3 local mode's notes that the browser deleted", () => {
  it("reports them with advice until dismissed", async () => {
    const { user, services } = await open("former 3");
    const band = await screen.findByText("3 notes are missing from this browser.");
    expect(band.parentElement?.textContent).toMatch(/Satchel didn't delete them.* restore it in Settings/);
    expect(services.preferences.read("localNotes")).toBe("former 3");

    await user.click(screen.getByRole("button", { name: "Dismiss" }));

    await waitFor(() => expect(screen.queryByText(/missing from this browser/)).toBeNull());
    expect(services.preferences.read("localNotes")).toBe("memory 0");
  });

  it("does not report them if the database is the one that held them", async () => {
    await open("memory 3");
    await screen.findByText(/^Write your first note/);
    expect(screen.queryByText(/missing from this browser/)).toBeNull();
  });
});
