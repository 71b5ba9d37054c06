import { failed } from "@satchel/core/model/result.ts";
import type { BackupState } from "@satchel/core/transfer/backup/backup-service-types.ts";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { createMemoryServices } from "../../testing/memory-services.ts";
import { renderPanel } from "../../testing/render-panel.tsx";
import { ClearLocalDialog } from "./ClearLocalDialog.tsx";

it.each([
  ["gone", true, "All cached data cleared from device"],
  ["still there", false, "Failed to delete local notes"],
] as const)("B8 reports that local mode's data is %s", async (_, isCleared, sentence) => {
  const services = await createMemoryServices({ localMode: true });
  if (!isCleared) Object.assign(services.localMode, { clearAll: async () => failed({ kind: "storage-broken", detail: "blocked" }) });
  renderPanel(services, <ClearLocalDialog onClose={() => undefined} />);

  await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Clear All" }));

  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(services.status.store.getState().shown).toHaveLength(1);
});

describe("B2 clearing local mode", () => {
  const openWith = async (notes: number, backupCalls: (string | undefined)[][] = [], backup?: BackupState) => {
    const services = await createMemoryServices({ localMode: true, backupCalls, ...(backup === undefined ? {} : { backup }) });
    for (let at = 0; at < notes; at += 1) await services.open.notes.create({ title: `Note ${at}`, content: "" }, null);
    renderPanel(services, <ClearLocalDialog onClose={() => undefined} />);
    return { user: userEvent.setup({ delay: null }) };
  };

  it.each([
    [1, /^One note and its attachments will be deleted from this browser/],
    [3, /^3 notes and their attachments will be deleted from this browser\. They're the only copies/],
  ])("shows how many notes will be deleted: %d", async (count, sentence) => {
    await openWith(count);
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(screen.getByText("Are you sure you want to clear all local notes? This action cannot be undone.")).toBeTruthy();
  });

  it("offers a backup first, and reports its result", async () => {
    const backupCalls: (string | undefined)[][] = [];
    const { user } = await openWith(2, backupCalls);
    await user.click(screen.getByRole("button", { name: "Create Backup" }));
    expect(backupCalls).toEqual([[undefined]]);
    await openWith(2, [], { kind: "written", fileName: "x.zip", totals: { notes: 2, folders: 0, attachments: 0, missing: [] } });
    expect(screen.getByRole("status").textContent).toBe('Backup created successfully! Downloaded as "x.zip"');
  });

  it("omits the backup if there are no notes", async () => {
    await openWith(0);
    expect(screen.queryByRole("button", { name: "Create Backup" })).toBeNull();
  });
});
