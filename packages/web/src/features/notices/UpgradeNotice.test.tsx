import { LAYOUT } from "@satchel/core/model/limits/limits.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import type { UnionStore } from "@satchel/core/model/store.ts";
import type { UpgradeState } from "@satchel/core/transfer/upgrade/upgrade-service-types.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type MemoryOptions, SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

const COUNTS = { notes: 12, folders: 1, attachments: 0, drafts: 2 };

const show = (upgrade: UpgradeState, options: MemoryOptions = {}) => renderApp({ session: SIGNED_IN, path: "/notes", upgrade, ...options });

function describedBy(field: HTMLElement): string | null | undefined {
  return document.getElementById(field.getAttribute("aria-describedby")?.split(" ")[0] ?? "")?.textContent;
}

async function inLocalMode(titles: readonly string[], content = "") {
  const app = await renderApp({ session: { kind: "signed-out" }, localMode: true, path: "/notes" });
  for (const title of titles) await act(async () => void (await app.services.open.notes.create({ title, content }, null)));
  return app;
}

describe("B4.1 upgrade", () => {
  it("offers the local notes with counts, and starts or is postponed", async () => {
    const upgradeCalls: string[] = [];
    const { user } = await show({ kind: "offered", counts: COUNTS }, { upgradeCalls });
    await screen.findByText("This browser has 12 notes, 1 folder and 2 unsaved texts from local mode. Move them into your account?");
    await user.click(screen.getByRole("button", { name: "Move them" }));
    expect(upgradeCalls).toEqual(["begin"]);
    await user.click(screen.getByRole("button", { name: "Not now" }));
    expect(screen.queryByText(/This browser has/)).toBeNull();
  });

  it("is offered after sign-in, and asks for the Sensitive folder's password there", async () => {
    const upgradeCalls: string[] = [];
    const { user, services } = await renderApp({
      session: SIGNED_IN,
      path: "/dashboard",
      upgrade: { kind: "offered", counts: COUNTS },
      upgradeCalls,
    });
    await screen.findByText("This browser has 12 notes, 1 folder and 2 unsaved texts from local mode. Move them into your account?");
    await user.click(screen.getByRole("button", { name: "Move them" }));
    expect(upgradeCalls).toEqual(["begin"]);
    const waiting = { kind: "migrating", step: "sending", done: 0, total: 2, hold: "sensitive", sensitiveCount: 2 } as const;
    act(() => (services.open.upgrade.store as UnionStore<UpgradeState>).replace(waiting));
    await user.click(await screen.findByRole("button", { name: "Enter the password…" }));
    expect(await screen.findByLabelText("Password for local mode's Sensitive folder")).toBeTruthy();
  });

  it("B4 shows 'Failed to sync to cloud' with the reason if the server refuses", async () => {
    const upgradeCalls: string[] = [];
    const problem = { kind: "account-refused", reason: "plan-not-offered" } as const;
    const { user } = await show({ kind: "stopped", problem }, { upgradeCalls });
    await screen.findByText("Failed to sync to cloud: Not available on this server Nothing was deleted on this device.");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(upgradeCalls).toEqual(["begin"]);
  });

  it("shows progress and what it waits for, and finally what was moved", async () => {
    const { services } = await show({ kind: "migrating", step: "sending", done: 3, total: 1200, hold: "no-drive" });
    await screen.findByText("Uploading your local mode notes to your drive. 3 of 1,200. Connect a drive to continue.");
    act(() => (services.open.upgrade.store as UnionStore<UpgradeState>).replace({ kind: "none", moved: COUNTS }));
    await screen.findByText(
      "12 notes, 1 folder and 2 unsaved texts moved into your account. Nothing from local mode is left in this browser.",
    );
  });

  it("shows sensitive notes that wait for their password instead of progress", async () => {
    await show({ kind: "migrating", step: "copying", done: 0, total: 0, hold: "sensitive", sensitiveCount: 2 });
    await screen.findByText(
      "2 sensitive notes need the password for local mode's Sensitive folder. Enter it to move them too. Until then, they stay on this device.",
    );
    expect(screen.queryByText(/ of /)?.textContent ?? "").not.toMatch(/\d of \d/);
    expect(screen.getByRole("button", { name: "Enter the password…" })).toBeTruthy();
  });

  it("asks to unlock the Sensitive folder if its note changed in both places", async () => {
    const held = { kind: "migrating", step: "copying", done: 0, total: 1, hold: "sensitive-locked" } as const;
    const { user, services } = await show(held, { sensitive: { password: "of the account" } });
    await screen.findByText(/Unlock the Sensitive folder to keep both/);
    await user.click(screen.getByRole("button", { name: "Unlock…" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText("Password"), "of the account{Enter}");
    await waitFor(() => expect(services.sensitive.store.getState().kind).toBe("unlocked"));
  });

  it("asks for both Sensitive folders' passwords, and shows each refusal at its field", async () => {
    const typed: unknown[] = [];
    const answers = [failed({ kind: "sensitive-refused" } as const), failed({ kind: "own-refused" } as const), ok(undefined)];
    const upgradeJoins = (...passwords: unknown[]) => {
      typed.push(passwords);
      return answers[typed.length - 1] ?? ok(undefined);
    };
    const held = { kind: "migrating", step: "copying", done: 0, total: 1, hold: "sensitive" } as const;
    const { user } = await show(held, { upgradeJoins, sensitive: { password: "of the account" } });
    await user.click(await screen.findByRole("button", { name: "Enter the password…" }));
    const dialog = within(await screen.findByRole("dialog"));
    const [local, own] = [dialog.getByLabelText(/local mode's Sensitive folder/), dialog.getByLabelText(/account's Sensitive folder/)];
    const move = () => user.click(dialog.getByRole("button", { name: "Move them" }));
    await move();
    expect(dialog.getAllByText("Password is required")).toHaveLength(2);
    await user.type(local, "wrong one");
    await user.type(own, "another");
    await move();
    await expect.poll(() => describedBy(local)).toBe("Invalid password. Please try again.");
    await move();
    await expect.poll(() => describedBy(own)).toBe("Invalid password. Please try again.");
    await move();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(typed).toEqual([0, 1, 2].map(() => ["wrong one", "another"]));
  });

  it("keeps the dialog, and what was postponed, when the window is resized", async () => {
    const held = { kind: "migrating", step: "copying", done: 0, total: 1, hold: "sensitive" } as const;
    const { user, services, resizeTo } = await show(held);
    await user.click(await screen.findByRole("button", { name: "Enter the password…" }));
    await user.type(await screen.findByLabelText(/local mode's Sensitive folder/, { selector: "input" }), "half a pass");
    for (const widthPx of [LAYOUT.mobileBreakpointPx - 1, LAYOUT.sidebarBreakpointPx]) {
      resizeTo(widthPx);
      expect(screen.getByLabelText(/local mode's Sensitive folder/, { selector: "input" })).toHaveProperty("value", "half a pass");
    }
    act(() => (services.open.upgrade.store as UnionStore<UpgradeState>).replace({ kind: "offered", counts: COUNTS }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Not now" }));
    resizeTo(LAYOUT.mobileBreakpointPx - 1);
    expect(screen.queryByText(/This browser has/)).toBeNull();
  });

  it("asks for one password if the account has no Sensitive folder", async () => {
    const typed: unknown[] = [];
    const upgradeJoins = (...passwords: unknown[]) => {
      typed.push(passwords);
      return ok(undefined);
    };
    const held = { kind: "migrating", step: "copying", done: 0, total: 1, hold: "sensitive" } as const;
    const { user } = await show(held, { upgradeJoins });
    await user.click(await screen.findByRole("button", { name: "Enter the password…" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.queryByLabelText(/account's Sensitive folder/)).toBeNull();
    await user.type(dialog.getByLabelText(/local mode's Sensitive folder/), "only this{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(typed).toEqual([["only this", undefined]]);
  });

  it("explains why it stopped, that nothing was deleted, and retries", async () => {
    const upgradeCalls: string[] = [];
    const { user } = await show({ kind: "stopped", problem: { kind: "differs", title: "Milk" } }, { upgradeCalls });
    const notice = await screen.findByText(
      "Failed to sync to cloud: “Milk” in your drive doesn't match the original. Nothing was deleted on this device.",
    );
    expect(notice.closest('[role="alert"]')).not.toBeNull();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(upgradeCalls).toEqual(["begin"]);
  });
});

describe("B2 upgrade suggestion, B9 its thresholds", () => {
  it.each([
    [[{ planType: "free", storageBytes: null, fits: true }], "The Free plan keeps them in your own drive."],
    [
      [
        { planType: "free", storageBytes: null, fits: true },
        { planType: "basic", storageBytes: 1, fits: false },
        { planType: "pro", storageBytes: 5, fits: true },
      ],
      "The Free plan keeps them in your own drive, Pro in storage this server manages.",
    ],
  ] as const)("B4 names the plans with enough space according to the server: %j", async (upgradeOptions, sentence) => {
    const app = await renderApp({ session: { kind: "signed-out" }, localMode: true, path: "/notes", upgradeOptions });
    for (const title of ["1", "2", "3", "4", "5"])
      await act(async () => void (await app.services.open.notes.create({ title, content: "" }, null)));
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it("B4 omits the plans if the server did not respond", async () => {
    await inLocalMode(["1", "2", "3", "4", "5"]);
    await screen.findByText(/^5 notes \(/);
    expect(screen.queryByText(/The Free plan keeps them/)).toBeNull();
  });

  it("appears with the fifth note, and stays hidden once postponed", async () => {
    const { user, services } = await inLocalMode(["1", "2", "3", "4"]);
    expect(screen.queryByText(/only in this browser/)).toBeNull();
    await act(async () => void (await services.open.notes.create({ title: "5", content: "" }, null)));
    await screen.findByText(/^5 notes \(2\.\d\d KB\) are only in this browser\./);
    await user.click(screen.getByRole("button", { name: "Not now" }));
    expect(screen.queryByText(/only in this browser/)).toBeNull();
    expect(services.preferences.read("upgradeLater")).toBe("5");
  });

  it("appears above 1 MB, however few the notes, and leads to sign-up", async () => {
    const { user, path } = await inLocalMode(["long"], `<p>${"x".repeat(524_288)}</p>`);
    await screen.findByText(/^One note \(1\.00 MB\) is only in this browser\./);
    await user.click(screen.getAllByRole("button", { name: "Sign Up to Sync" }).at(-1) as HTMLElement);
    expect(path()).toBe("/register");
  });
});
