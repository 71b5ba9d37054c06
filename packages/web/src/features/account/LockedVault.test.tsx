import { ok } from "@satchel/core/model/result.ts";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ADA } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { unlockMethods } from "./LockedVault.tsx";

const LOCKED = { kind: "signed-in", user: ADA, vault: "locked" } as const;
const NEXT = "Correct horse 2";

describe("encryption.md 3.5 (2) locked notes", () => {
  it("offers the possible ways to unlock, and 'later' only if a password must be set", () => {
    expect(unlockMethods({ isLimited: true, holdsKey: false })).toEqual([
      "old-password",
      "recovery-key",
      "other-device",
      "later",
      "start-over",
    ]);
    expect(unlockMethods({ isLimited: false, holdsKey: true })).toEqual([
      "device",
      "password",
      "old-password",
      "recovery-key",
      "other-device",
      "start-over",
    ]);
  });

  it("hides notes and list while locked", async () => {
    await renderApp({ path: "/notes", session: LOCKED });
    expect(await screen.findByRole("heading", { name: "Your notes are locked" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Settings" })).toBeNull();
  });

  it("comes before onboarding too", async () => {
    await renderApp({ path: "/onboarding", session: { ...LOCKED, user: { ...ADA, needsOnboarding: true }, limited: true } });
    expect(await screen.findByRole("heading", { name: "Choose a new password" })).toBeTruthy();
  });

  it("does not preselect after a reset, and lists 'Start over' last with its effects", async () => {
    const { user } = await renderApp({ path: "/notes", session: { ...LOCKED, limited: true } });
    const radios = await screen.findAllByRole("radio");
    expect(radios.some((radio) => (radio as HTMLInputElement).checked)).toBe(false);
    expect(screen.queryByLabelText("Old password")).toBeNull();
    expect(radios.at(-1)?.closest("label")?.textContent).toMatch(/^Start overDeletes your keys/);
    await user.click(screen.getByRole("radio", { name: /My old password/ }));
    expect(screen.getByLabelText("Old password")).toBeTruthy();
  });

  it("opens with the recovery key and a new password", async () => {
    const { user, fill } = await renderApp({ path: "/notes", session: { ...LOCKED, limited: true } });
    await user.click(await screen.findByRole("radio", { name: /My recovery key/ }));
    await fill("Recovery key", "7K3M 9Q2X");
    await fill("New Password", NEXT);
    await fill("Confirm New Password", NEXT);
    await user.click(screen.getByRole("button", { name: "Set password and unlock my notes" }));
    expect(await screen.findByRole("button", { name: "Settings" })).toBeTruthy();
  });

  it("shows a problem at its field", async () => {
    const { user, fill } = await renderApp({
      path: "/notes",
      session: { ...LOCKED, limited: true },
      securityRefuses: (call) => (call === "recover" ? { kind: "recovery-key-mistyped" } : undefined),
    });
    await user.click(await screen.findByRole("radio", { name: /My recovery key/ }));
    await user.click(screen.getByRole("button", { name: "Set password and unlock my notes" }));
    expect(screen.getByText("New password is required")).toBeTruthy();
    await fill("Recovery key", "7K3M 9Q2X");
    await fill("New Password", NEXT);
    await fill("Confirm New Password", NEXT);
    await user.click(screen.getByRole("button", { name: "Set password and unlock my notes" }));
    expect(await screen.findByText(/typo in this recovery key/)).toBeTruthy();
  });

  it("confirms a password that takes effect later, and cannot restart the wait", async () => {
    const { user, fill } = await renderApp({
      path: "/notes",
      session: { ...LOCKED, limited: true },
      securityRefuses: (call) => (call === "setPasswordOnly" ? { kind: "step-waits" } : undefined),
    });
    await user.click(await screen.findByRole("radio", { name: /^Later/ }));
    await fill("New Password", NEXT);
    await fill("Confirm New Password", NEXT);
    await user.click(screen.getByRole("button", { name: "Set password" }));
    const accepted = await screen.findByText(/^Request accepted\. It takes effect in 72 hours/);
    expect(accepted.getAttribute("role")).toBe("status");
    expect(document.activeElement).toBe(accepted);
    expect(screen.queryByRole("button", { name: "Set password" })).toBeNull();
  });

  it("shows a code to scan first when another device is asked, and what to type on request", async () => {
    const { user } = await renderApp({ path: "/notes", session: LOCKED });
    await user.click(await screen.findByRole("radio", { name: /^Another device/ }));
    await user.click(screen.getByRole("button", { name: "Ask another device" }));
    expect(await screen.findByRole("img", { name: "Code for the camera of your other device" })).toBeTruthy();
    expect(screen.queryByText(/A code to type will appear here/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Can't scan?" }));
    expect(screen.getByText(/A code to type will appear here/)).toBeTruthy();
  });

  it.each([
    ["code-wrong", /That code is incorrect\. Someone may be trying to get into your notes/],
    ["exchanged", /The server changed something between your devices/],
    ["paused", /approvals are paused on this device/],
  ] as const)("says why an approval ended: %s", async (reason, sentence) => {
    const { user } = await renderApp({ path: "/notes", session: LOCKED, approval: { asking: { kind: "ended", reason } } });
    await user.click(await screen.findByRole("radio", { name: /^Another device/ }));
    expect(screen.getByRole("alert").textContent).toMatch(sentence);
  });

  it("sends a code only when it is whole", async () => {
    const { user, fill, services } = await renderApp({
      path: "/notes",
      session: LOCKED,
      approval: { asking: { kind: "type-code", requestId: "r" } },
    });
    const typed: string[] = [];
    Object.assign(services.approvals, { confirm: async (code: string) => ok(void typed.push(code)) });
    await user.click(await screen.findByRole("radio", { name: /^Another device/ }));
    await fill("Code on your other device", "7k-o");
    expect(screen.getByRole("button", { name: "Unlock" }).hasAttribute("disabled")).toBe(true);
    await fill("Code on your other device", "m");
    await user.click(screen.getByRole("button", { name: "Unlock" }));
    expect(typed).toEqual(["7K0M"]);
  });

  it("starts over only after the word was typed", async () => {
    const { user, fill } = await renderApp({ path: "/notes", session: LOCKED });
    await user.click(await screen.findByRole("radio", { name: /Start over/ }));
    const button = screen.getByRole("button", { name: "Start over" });
    expect(button.hasAttribute("disabled")).toBe(true);
    await fill("Password you signed in with", NEXT);
    await fill("Type START OVER to confirm", "START OVER");
    await user.click(button);
    expect(await screen.findByRole("button", { name: "Settings" })).toBeTruthy();
  });

  it("can be left as they are", async () => {
    const { user, path } = await renderApp({ path: "/notes", session: LOCKED });
    await user.click(await screen.findByRole("button", { name: "Keep them locked for now" }));
    await waitFor(() => expect(path()).toBe("/login"));
  });
});
