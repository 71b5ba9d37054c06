import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import type { Store } from "@satchel/core/model/store.ts";
import type { DriveEntry } from "@satchel/core/ports/remote/maintenance-remote.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import type { StatusMessage } from "@satchel/core/workspace/notifications/messages.ts";
import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ON_BASIC } from "../testing/memory-services.ts";
import { renderApp } from "../testing/render-app.tsx";
import { statusSentence } from "../text/pages/status.ts";
import { needsYouText, syncLabel, syncProblemText } from "../text/workspace.ts";

const MANAGED: ConnectionState = { kind: "connected", isConfigured: true, isManaged: true };
/** Words for a drive that users on a paid plan do not have. Their own drive may be named, because they can move there. */
const A_DRIVE = /\b(your|the|no|another) drive\b|Google Drive/i;
const BROKEN: DriveEntry = { fileId: "empty", name: "empty.txt", parentId: "app", sizeBytes: 0, isTrashed: false, mark: "none" };

async function open(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ session: ON_BASIC, connection: MANAGED, path: "/notes", ...options });
  await screen.findByRole("button", { name: "Sync" });
  const syncs = (state: Partial<SyncState>) => act(() => (app.services.open.sync.store as Store<SyncState>).setState(state));
  return { ...app, syncs };
}

const allText = (): string =>
  [
    document.body.textContent,
    ...[...document.querySelectorAll("[title], [aria-label]")].map((one) => `${one.getAttribute("title")} ${one.ariaLabel}`),
  ].join(" ");

describe("A3 on a paid plan no sentence mentions a drive", () => {
  it("does not mention a drive for a note", async () => {
    const { services } = await open({ sync: { lastCompleteAt: 1 } });
    await act(async () => void (await services.open.notes.create({ title: "Milk", content: "" }, null)));
    expect(allText()).not.toMatch(A_DRIVE);
    for (const sentence of [...Object.values(syncLabel("storage")), ...Object.values(needsYouText("storage"))])
      expect(sentence).not.toMatch(/drive/i);
  });

  it("does not mention a drive for notes still to arrive: list, dashboard and dot", async () => {
    const { syncs, router } = await open({ sync: { phase: "off" } });
    expect(await screen.findByText("They'll be downloaded from your storage when sync resumes.")).toBeTruthy();
    for (const kind of Object.keys(syncProblemText("storage")) as NonNullable<SyncState["problem"]>["kind"][]) {
      // Only Google Drive has permissions, projects and organizations.
      if (kind === "scope-missing" || kind === "api-disabled" || kind === "policy-refused") continue;
      syncs({ phase: "waiting", problem: { kind, status: 503, count: 42, what: "folder" } as NonNullable<SyncState["problem"]> });
      expect(allText()).not.toMatch(A_DRIVE);
    }
    await act(() => router.navigate("/dashboard"));
    expect(await screen.findByText(/^Your notes haven't been downloaded from your storage yet\./)).toBeTruthy();
    expect(allText()).not.toMatch(A_DRIVE);
  });

  it("does not mention a drive in the settings, even after a file scan", async () => {
    const { user } = await open({
      driveEntries: [BROKEN],
      sync: { lastCompleteAt: 1 },
      offlineFiles: { all: 1, isOn: true, hold: "out-of-reach" },
    });
    await user.click(screen.getByRole("button", { name: "Settings" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Settings" }));
    for (const tab of dialog.getAllByRole("tab")) {
      await user.click(tab);
      expect(allText()).not.toMatch(A_DRIVE);
    }
    await user.click(dialog.getByRole("tab", { name: "Cloud Storage" }));
    const part = within(await dialog.findByRole("region", { name: "Storage Maintenance" }));
    await user.click(part.getByRole("button", { name: "Scan Files" }));
    expect(await part.findByText("Files are moved to the trash of your storage, not deleted permanently.")).toBeTruthy();
    await user.click(part.getByRole("button", { name: "Clean Up 1 File" }));
    expect(await screen.findByText(/^It's moved to the trash of your storage/)).toBeTruthy();
    expect(allText()).not.toMatch(A_DRIVE);
  });

  it.each<StatusMessage>([
    { id: "connection-lost" },
    { id: "connection-lost-reconnect" },
    { id: "note-saved-reconnect" },
    { id: "reconnected" },
    { id: "notes-load-failed" },
    { id: "reconnection-problem", problem: { kind: "failed" } },
    { id: "cache-recreated", saved: 2, lost: 1 },
    { id: "file-not-opened", problem: { kind: "not-in-drive" } },
    { id: "files-clean", drive: "Google Drive", total: 3 },
    { id: "cleanup-failed", problem: { kind: "storage-full" } },
  ])("does not mention a drive in the toast $id", (message) => {
    expect(statusSentence(message, "drive")).toMatch(/drive/i);
    expect(statusSentence(message, "storage")).not.toMatch(/drive/i);
  });
});
