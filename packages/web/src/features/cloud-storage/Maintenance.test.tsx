import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import type { DriveEntry } from "@satchel/core/ports/remote/maintenance-remote.ts";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { createMemoryServices, type MemoryOptions, SIGNED_IN } from "../../testing/memory-services.ts";
import { renderPanel } from "../../testing/render-panel.tsx";
import { CloudStoragePanel } from "./CloudStoragePanel.tsx";

const CONNECTED: ConnectionState = { kind: "connected", label: "Google Drive", isConfigured: true, isManaged: false };
const file = (name: string, sizeBytes: number): DriveEntry => ({
  fileId: name,
  name,
  parentId: "app",
  sizeBytes,
  isTrashed: false,
  mark: "none",
});
const FILES = [file("fine.txt", 500), file("empty.txt", 0), file("deleted_note-1.txt", 70)];

async function show(options: MemoryOptions = {}) {
  const services = await createMemoryServices({ session: SIGNED_IN, connection: CONNECTED, ...options });
  renderPanel(services, <CloudStoragePanel onClearCaches={() => undefined} />);
  return { services, user: userEvent.setup({ delay: null }) };
}

const isRead = async (sentence: string) => expect(await screen.findByText(sentence)).toBeTruthy();
const part = () => screen.getByRole("region", { name: "Google Drive Maintenance" });
const press = (name: string) => within(part()).getByRole("button", { name });
const figure = (name: string) => within(part()).getByText(name).nextElementSibling?.textContent;

describe("B2 Google Drive Maintenance", () => {
  it("reports a clean drive", async () => {
    const { user } = await show({ driveEntries: [file("fine.txt", 500)] });

    await user.click(press("Scan Files"));

    await isRead("No corrupted files found! Your Google Drive is clean. (1 total files)");
    expect(["Total Files", "Suspicious Files", "Deleted Note Files", "Empty Files"].map(figure)).toEqual(["1", "0", "0", "0"]);
    expect(within(part()).queryByRole("button", { name: /Clean Up/ })).toBeNull();
  });

  it("reads new files before it judges them", async () => {
    const { user, services } = await show({ driveEntries: FILES });
    const { sync } = services.open;
    let foundBefore: unknown = "not read";
    const syncNow = async () => {
      foundBefore = screen.queryByText("Total Files");
      return true;
    };
    Object.assign(sync, { syncNow });

    await user.click(press("Scan Files"));

    expect(foundBefore).toBeNull();
    expect(figure("Total Files")).toBe("3");
  });

  it("shows the files found, trashes them after a question, and restores them", async () => {
    const { user } = await show({ driveEntries: FILES });
    await user.click(press("Scan Files"));
    await isRead("Found 2 suspicious files that may be causing backend errors.");
    expect(["Total Files", "Suspicious Files", "Deleted Note Files", "Empty Files"].map(figure)).toEqual(["3", "2", "1", "1"]);
    expect(within(part()).getByText(/2 files look broken/)).toBeTruthy();
    expect(within(part()).getByText("Files are moved to the trash of your drive, not deleted permanently.")).toBeTruthy();

    await user.click(press("Clean Up 2 Files"));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Clean Up 2 Files" }));

    await isRead("Cleanup complete! Moved 2 corrupted files to trash...");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await isRead("2 files were restored from the trash.");
  });

  it("uses the singular for one file", async () => {
    const { user } = await show({ driveEntries: FILES.filter(({ name }) => name.startsWith("deleted_note-")) });
    await user.click(press("Scan Files"));
    await isRead("Found 1 suspicious file that may be causing backend errors.");
    await user.click(press("Clean Up 1 File"));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Clean Up 1 File" }));
    await isRead("Cleanup complete! Moved 1 corrupted file to trash...");
  });

  it("moves nothing before the user agrees", async () => {
    const { user } = await show({ driveEntries: FILES });
    await user.click(press("Scan Files"));
    await user.click(press("Clean Up 2 Files"));

    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel" }));

    await isRead("Cleanup cancelled by user");
    await user.click(press("Scan Files"));
    expect(figure("Suspicious Files")).toBe("2");
  });

  it("reports that another device was faster, and nothing was left to move", async () => {
    const { user, services } = await show({ driveEntries: FILES });
    await user.click(press("Scan Files"));
    Object.assign(services.open.maintenance as object, { cleanUp: async () => ok(0) });
    await user.click(press("Clean Up 2 Files"));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Clean Up 2 Files" }));

    await isRead("No files were cleaned up");
  });

  it("explains a failed clean-up", async () => {
    const { user, services } = await show({ driveEntries: FILES });
    await user.click(press("Scan Files"));
    Object.assign(services.open.maintenance as object, { cleanUp: async () => failed({ kind: "offline" }) });
    await user.click(press("Clean Up 2 Files"));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Clean Up 2 Files" }));

    expect(await screen.findByText(/^Cleanup failed: .*(internet|network|online|offline)/i)).toBeTruthy();
  });

  it("shows duplicate attachment files with their size, and moves them when agreed", async () => {
    const copy = { attachmentId: "a", trashed: false, version: 1, bytes: new Uint8Array(1024) };
    const driveAttachments = ["1", "2", "3"].map((fileId) => ({ ...copy, fileId, md5: fileId }));
    const { user, services } = await show({ driveEntries: [file("fine.txt", 500)], driveAttachments });
    await user.click(press("Scan Files"));
    expect(services.status.store.getState().shown).toEqual([]);
    expect(within(part()).getByText(/^2 attachment files are duplicates or damaged copies \(2\.00 KB\)/)).toBeTruthy();

    await user.click(press("Move 2 Duplicates to Trash"));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel" }));
    expect(services.open.maintenance?.store.getState().moved).toEqual([]);
    await user.click(press("Move 2 Duplicates to Trash"));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Move 2 Duplicates to Trash" }));

    expect(await within(part()).findByText("Moved 2 duplicates to the trash of your drive.")).toBeTruthy();
    expect(services.open.maintenance?.store.getState().moved).toEqual(["2", "3"]);
    await user.click(press("Restore 2 Files"));
    await isRead("2 files were restored from the trash.");
    await user.click(press("Scan Files"));
    expect(press("Move 2 Duplicates to Trash")).toBeTruthy();
  });

  it("is hidden in local mode, and without a drive", async () => {
    await show({ localMode: true });
    expect(screen.queryByRole("region", { name: /Maintenance/ })).toBeNull();
    await show({ connection: { kind: "none", isConfigured: true, isManaged: false } });
    expect(screen.queryByRole("region", { name: /Maintenance/ })).toBeNull();
  });
});
