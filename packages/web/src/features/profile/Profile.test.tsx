import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ADA, type MemoryOptions, SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

async function openSettings(options: MemoryOptions = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", ...options });
  const made = await app.services.open.notes.createFolder({ name: "Work", description: "", color: "#112233" });
  const work = made.ok ? made.value.folderId : null;
  await act(async () => void (await app.services.open.notes.create({ title: "In it", content: "x".repeat(1000) }, work)));
  await act(async () => void (await app.services.open.notes.create({ title: "Out", content: "" }, null)));
  await app.user.click(await screen.findByRole("button", { name: "Settings" }));
  return { ...app, dialog: within(await screen.findByRole("dialog", { name: "Settings" })) };
}

describe("B2 Settings → Profile", () => {
  it("is the first tab of Settings: name, plan, email and registration date", async () => {
    const { dialog } = await openSettings();
    const panel = within(dialog.getByRole("tabpanel", { name: "Profile" }));
    expect(panel.getByRole("heading", { name: "ada" })).toBeTruthy();
    expect(panel.getByText("Note Taking App User")).toBeTruthy();
    expect(panel.getByText(ADA.email)).toBeTruthy();
    expect(panel.getByText("Member Since").nextElementSibling?.textContent).toMatch(/1970/);
  });

  it("shows an unknown date as such", async () => {
    const { email, needsOnboarding, planType } = ADA;
    const { dialog } = await openSettings({ session: { ...SIGNED_IN, user: { email, needsOnboarding, planType } } as never });
    expect(dialog.getByText("Available once this device connects to the server.")).toBeTruthy();
  });

  it("shows the space of notes by folder", async () => {
    const { dialog } = await openSettings();
    await dialog.findByText("Total");
    expect(dialog.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
      "Work1 note2.45 KB",
      "No folder1 note506 B",
      "Total2 notes3.57 KB",
    ]);
  });

  it("forgets the tab and typed text when Settings closes", async () => {
    const { user, fill, dialog } = await openSettings();
    await user.click(dialog.getByRole("tab", { name: "Security" }));
    await fill("Current Password", "Correct horse 1");
    await user.keyboard("{Escape}");
    await user.click(within(screen.getByRole("region", { name: "Account" })).getByRole("button", { name: "Settings" }));
    expect(await screen.findByRole("tabpanel", { name: "Profile" })).toBeTruthy();
    await user.click(screen.getByRole("tab", { name: "Security" }));
    expect((await screen.findByLabelText<HTMLInputElement>("Current Password")).value).toBe("");
  });

  it("is hidden in local mode, which opens on Backup and Restore", async () => {
    const { dialog } = await openSettings({ session: { kind: "signed-out" }, localMode: true });
    expect(dialog.getByRole("tabpanel", { name: "Backup and Restore" })).toBeTruthy();
    expect(dialog.getByRole("tab", { selected: true }).textContent).toBe("Backup and Restore");
    expect(dialog.queryByRole("tab", { name: "Profile" })).toBeNull();
  });
});

describe("B2 Settings tabs", () => {
  it("shows the spec's five tabs in an account, and three more", async () => {
    const { dialog } = await openSettings();
    const names = dialog.getAllByRole("tab").map(({ textContent }) => textContent);
    expect(names).toEqual([
      "Profile",
      "Security",
      "AI Settings",
      "Cloud Storage",
      "Backup and Restore",
      "Writing",
      "Sync and devices",
      "Import and export",
    ]);
  });
});
