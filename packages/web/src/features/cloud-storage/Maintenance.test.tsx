import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import type { DriveEntry } from "@satchel/core/ports/maintenance-remote.ts";
import { act, cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { createMemoryServices, type MemoryOptions, SIGNED_IN } from "../../app/testing/memory-services.ts";
import { LibraryProvider, ServicesProvider } from "../../shared/services.ts";
import { actionText, statusSentence } from "../../text/status.ts";
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

Object.defineProperty(window, "CSS", { configurable: true, value: { escape: (text: string) => text.replace(/[^\w-]/g, "\\$&") } });

async function show(options: MemoryOptions = {}) {
  cleanup();
  const services = await createMemoryServices({ session: SIGNED_IN, connection: CONNECTED, ...options });
  render(
    <ServicesProvider value={services}>
      <LibraryProvider value={services.open}>
        <CloudStoragePanel />
      </LibraryProvider>
    </ServicesProvider>,
  );
  const last = () => services.status.store.getState().shown.at(-1);
  const said = () => {
    const message = last()?.message;
    return message === undefined ? undefined : statusSentence(message, "drive");
  };
  return { last, said, services, user: userEvent.setup({ delay: null }) };
}

const part = () => screen.getByRole("region", { name: "Google Drive Maintenance" });
const press = (name: string) => within(part()).getByRole("button", { name });
const figure = (name: string) => within(part()).getByText(name).nextElementSibling?.textContent;

describe("B2 Google Drive Maintenance", () => {
  it("says that a drive is clean", async () => {
    const { user, said } = await show({ driveEntries: [file("fine.txt", 500)] });

    await user.click(press("Scan Files"));

    expect(said()).toBe("No corrupted files found! Your Google Drive is clean. (1 total files)");
    expect(["Total Files", "Suspicious Files", "Deleted Note Files", "Empty Files"].map(figure)).toEqual(["1", "0", "0", "0"]);
    expect(within(part()).queryByRole("button", { name: /Clean Up/ })).toBeNull();
  });

  it("has what came last read before it is judged", async () => {
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

  it("shows what was found, moves it to the trash once that was agreed to, and brings it back", async () => {
    const { user, said, last } = await show({ driveEntries: FILES });
    await user.click(press("Scan Files"));
    expect(said()).toBe("Found 2 suspicious files that may be causing backend errors.");
    expect(["Total Files", "Suspicious Files", "Deleted Note Files", "Empty Files"].map(figure)).toEqual(["3", "2", "1", "1"]);
    expect(within(part()).getByText(/2 files look broken/)).toBeTruthy();
    expect(within(part()).getByText("Files are moved to the trash of your drive, not deleted permanently.")).toBeTruthy();

    await user.click(press("Clean Up 2 Files"));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Clean Up 2 Files" }));

    expect(said()).toBe("Cleanup complete! Moved 2 corrupted files to trash...");
    const message = last()?.message;
    expect(message && actionText(message)).toBe("Undo");
    await act(async () => last()?.action?.run());
    expect(said()).toBe("2 files are out of the trash again.");
  });

  it("counts one file as one", async () => {
    const { user, said } = await show({ driveEntries: FILES.filter(({ name }) => name.startsWith("deleted_note-")) });
    await user.click(press("Scan Files"));
    expect(said()).toBe("Found 1 suspicious file that may be causing backend errors.");
    await user.click(press("Clean Up 1 File"));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Clean Up 1 File" }));
    expect(said()).toBe("Cleanup complete! Moved 1 corrupted file to trash...");
  });

  it("moves nothing before it was agreed to", async () => {
    const { user, said } = await show({ driveEntries: FILES });
    await user.click(press("Scan Files"));
    await user.click(press("Clean Up 2 Files"));

    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel" }));

    expect(said()).toBe("Cleanup cancelled by user");
    await user.click(press("Scan Files"));
    expect(figure("Suspicious Files")).toBe("2");
  });

  it("is not there in local mode, nor without a drive", async () => {
    await show({ localMode: true });
    expect(screen.queryByRole("region", { name: /Maintenance/ })).toBeNull();
    await show({ connection: { kind: "none", isConfigured: true, isManaged: false } });
    expect(screen.queryByRole("region", { name: /Maintenance/ })).toBeNull();
  });
});
