import type { AttachmentsState } from "@satchel/core/library/attachments/attachments-service-types.ts";
import type { NotesState } from "@satchel/core/library/notes/notes-service-types.ts";
import type { Store, UnionStore } from "@satchel/core/model/store.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import type { BackupState } from "@satchel/core/transfer/backup/backup-service-types.ts";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { RouterProvider } from "../../shared/router/router.ts";
import { LibraryProvider, ServicesProvider } from "../../shared/services.ts";
import { createMemoryRouter } from "../../testing/memory-router.ts";
import { createMemoryServices, type MemoryOptions, SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { SignOutDialog } from "./SignOutDialog.tsx";

type Before = (services: Awaited<ReturnType<typeof createMemoryServices>>) => unknown;

async function show(options: MemoryOptions = {}, before: Before = () => undefined, button = "Sign Out") {
  cleanup();
  const savedFiles: { name: string; text: string }[] = [];
  const services = await createMemoryServices({ session: SIGNED_IN, savedFiles, now: () => 0, ...options });
  const signOut = vi.spyOn(services.account, "signOut");
  await act(async () => void (await services.open.notes.create({ title: "Only here", content: "<p>never sent</p>" }, null)));
  (services.open.sync.store as Store<SyncState>).setState({ phase: "waiting" });
  await act(async () => void (await before(services)));
  render(
    <RouterProvider router={createMemoryRouter("/notes")}>
      <ServicesProvider value={services}>
        <LibraryProvider value={services.open}>
          <SignOutDialog clearsCaches={button !== "Sign Out"} onClose={() => undefined} />
        </LibraryProvider>
      </ServicesProvider>
    </RouterProvider>,
  );
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole("button", { name: button }));
  const dialog = await screen.findByRole("alertdialog", { name: "Some changes are only on this device" });
  return { user, savedFiles, signOut, dialog, services };
}

describe("decision 0005 signing out", () => {
  it("counts what would be lost, and asking loses nothing", async () => {
    const { dialog, signOut } = await show();
    // The note and the two folders that every library starts with.
    expect(dialog.textContent).toMatch(/3 changes haven't reached your drive yet\. Signing out now deletes them/);
    expect(signOut).not.toHaveBeenCalled();
  });

  it("has its buttons in one row, the safest first", async () => {
    const { dialog } = await show();
    const row = within(dialog).getByRole("button", { name: "Stay signed in" }).parentElement as HTMLElement;
    expect(
      within(row)
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual(["Stay signed in", "Create Backup", "Save them to a file", "Sign out and delete them"]);
  });

  it("writes it into a file on request, and explains what that is", async () => {
    const { user, dialog, savedFiles, signOut } = await show();
    await user.click(within(dialog).getByRole("button", { name: "Save them to a file" }));
    expect((await within(dialog).findByRole("status")).textContent).toMatch(
      /Satchel-only-here-1970.*\.html.*isn't encrypted.*can't restore from it/,
    );
    expect(savedFiles).toHaveLength(1);
    expect(savedFiles[0]?.text).toContain("<p>never sent</p>");
    expect(signOut).not.toHaveBeenCalled();
    await user.click(within(dialog).getByRole("button", { name: "Sign out and delete them" }));
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it("offers a backup that can be restored, and reports when it is done", async () => {
    const backupCalls: (string | undefined)[][] = [];
    const { user, dialog, services } = await show({ backupCalls });
    expect(dialog.textContent).toContain("A backup includes everything, and you can restore it in Satchel.");
    await user.click(within(dialog).getByRole("button", { name: "Create Backup" }));
    expect(backupCalls).toEqual([[undefined]]);
    const written = { kind: "written", fileName: "x.zip", totals: { notes: 1, folders: 2, attachments: 0, missing: [] } } as const;
    act(() => (services.open.backup.store as UnionStore<BackupState>).replace(written));
    expect(dialog.textContent).toContain('Backup created successfully! Downloaded as "x.zip"');
  });

  it("reports a file that is being downloaded, so that it is not deleted early", async () => {
    const { dialog, services } = await show();
    const uploading = (percent: number) => ({ statuses: new Map([["file", { kind: "uploading" as const, percent }]]) });
    const files = services.open.attachments.store as Store<AttachmentsState>;
    act(() => files.setState(uploading(42)));
    expect(dialog.textContent).toContain("An attachment is uploading (42%). It continues while you wait here.");
    act(() => files.setState({ statuses: new Map() }));
    expect(dialog.textContent).not.toContain("is uploading");
  });

  it("counts waiting files and unsaved texts, and stops warning once all is sent", async () => {
    const { user, dialog, services, signOut } = await show();
    await act(async () => {
      await services.open.attachments.add(
        { bytes: new Uint8Array(3), fileName: "a.txt", mimeType: "text/plain" },
        { use: "file", isSensitive: false, noteId: null },
      );
    });
    expect(dialog.textContent).toContain("One attachment hasn't reached your drive yet.");
    act(() => {
      (services.open.attachments.store as Store<AttachmentsState>).setState({ statuses: new Map() });
      (services.open.notes.store as Store<NotesState>).setState({ pendingCount: 0 });
    });
    expect(dialog.textContent).toContain("Everything is in your drive. You can sign out now.");
    await user.click(within(dialog).getByRole("button", { name: "Sign Out" }));
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it("counts unsaved text of another window, even if all else is sent", async () => {
    const { dialog, signOut } = await show({}, async ({ open }) => {
      (open.notes.store as Store<NotesState>).setState({ pendingCount: 0 });
      await open.drafts.putDraft({
        draftId: "new-there",
        noteId: null,
        folderId: null,
        title: "",
        content: "<p>typed there</p>",
        savedAtMs: 1,
      });
    });
    expect(dialog.textContent).toContain("One draft was never saved. Signing out now deletes them.");
    expect(signOut).not.toHaveBeenCalled();
  });

  it("reports the sign-out at once, and remaining data once known", async () => {
    const { user, dialog, services, signOut } = await show();
    let answer: (left: { complete: boolean }) => void = () => undefined;
    const left = new Promise<{ complete: boolean }>((resolve) => {
      answer = resolve;
    });
    signOut.mockReturnValue(left);
    const shownIds = () => services.status.store.getState().shown.map(({ message }) => message.id);
    await user.click(within(dialog).getByRole("button", { name: "Sign out and delete them" }));
    expect(shownIds()).toEqual(["signed-out"]);
    await act(async () => answer({ complete: false }));
    expect(shownIds()).toEqual(["signed-out", "device-not-cleared"]);
  });
});

describe("B2 signing out leads to /login", () => {
  it.each([
    [true, "All cached data cleared from device"],
    [false, "Some cached data may remain on device"],
  ])("reports what was cleared (%s); the next user does not land on the former note", async (complete, sentence) => {
    const { user, services, here } = await renderApp({ session: SIGNED_IN, path: "/notes" });
    (services.open.notes.store as Store<NotesState>).setState({ pendingCount: 0 });
    const signOut = services.account.signOut.bind(services.account);
    let isCleared: (left: { complete: boolean }) => void = () => undefined;
    vi.spyOn(services.account, "signOut").mockImplementation(async () => {
      await signOut();
      return new Promise((resolve) => {
        isCleared = resolve;
      });
    });
    await user.click(await screen.findByRole("button", { name: "Sign Out" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Sign Out" }));
    await waitFor(() => expect(here().pathname).toBe("/login"));
    expect(await screen.findByText("Logged out successfully!")).toBeTruthy();
    expect(screen.queryByText(/cached data/)).toBeNull();
    await act(async () => isCleared({ complete }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    await waitFor(() => expect(here()).toMatchObject({ pathname: "/login", state: null }));
  });
});

describe("B4 Logout clearing: clear all caches, from Maintenance", () => {
  it("asks first, and changes nothing by asking", async () => {
    const cleared: string[] = [];
    const connection = { kind: "connected", label: "Google Drive", isConfigured: true, isManaged: false } as const;
    const { user, services } = await renderApp({ session: SIGNED_IN, path: "/notes", connection, driveEntries: [], cleared });
    const signOut = vi.spyOn(services.account, "signOut");
    await user.click(await screen.findByRole("button", { name: "Settings" }));
    await user.click(await screen.findByRole("tab", { name: "Cloud Storage" }));
    await user.click(await screen.findByRole("button", { name: "Clear all caches…" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Clear all caches" });
    expect(dialog.textContent).toContain("Your notes stay in your drive. Local mode notes stay here.");
    expect([signOut.mock.calls.length, cleared]).toEqual([0, []]);
  });

  it("shows what is only here, and empties this browser only after agreement", async () => {
    const cleared: string[] = [];
    const { user, dialog, signOut } = await show({ cleared }, undefined, "Clear all caches");
    expect([signOut.mock.calls.length, cleared]).toEqual([0, []]);
    await user.click(within(dialog).getByRole("button", { name: "Sign out and delete them" }));
    await waitFor(() => expect(cleared).toEqual(["caches"]));
    expect(signOut).toHaveBeenCalledTimes(1);
  });
});
