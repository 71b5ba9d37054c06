import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

const KEY = ["7K3M", "9Q2X", "R4TV", "0B8N", "H6WD", "2JZP", "F5CY", "8MEA", "XK1G"];
const OTHER = {
  id: "s2",
  createdAt: 0,
  lastSeenAt: 0,
  device: "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
  network: "203.0.113.0/24",
  current: false,
  limited: false,
};

async function atSecurity(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({
    path: "/notes",
    session: SIGNED_IN,
    recoveryKey: KEY,
    sessions: [{ ...OTHER, id: "s1", current: true }, OTHER],
    ...options,
  });
  await app.user.click(await screen.findByRole("button", { name: "Settings" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Settings" }));
  await app.user.click(dialog.getByRole("tab", { name: "Security" }));
  return { ...app, dialog };
}

afterEach(() => vi.useRealTimers());

describe("B2 Security, B5 change password", () => {
  it("changes the password, with a green panel and a toast", async () => {
    const { user, fill, dialog } = await atSecurity();
    await fill("Current Password", "Correct horse 1");
    await fill("New Password", "Correct horse 2");
    await fill("Confirm New Password", "Correct horse 2");
    await user.click(dialog.getByRole("button", { name: "Change Password" }));
    expect(await dialog.findByText("Password Changed Successfully")).toBeTruthy();
    expect(await screen.findByText("Password changed successfully!")).toBeTruthy();
    expect((dialog.getByLabelText("New Password") as HTMLInputElement).value).toBe("");
  });

  it("requires each field, and reports a wrong current password at its field", async () => {
    const { user, fill, dialog } = await atSecurity({
      securityRefuses: (call) => (call === "changePassword" ? { kind: "wrong-password" } : undefined),
    });
    await user.click(dialog.getByRole("button", { name: "Change Password" }));
    for (const sentence of ["Current password is required", "New password is required", "Please confirm your new password"])
      expect(dialog.getByText(sentence)).toBeTruthy();
    await fill("Current Password", "Wrong horse 1");
    await fill("New Password", "Correct horse 2");
    await fill("Confirm New Password", "Correct horse 2");
    await user.click(dialog.getByRole("button", { name: "Change Password" }));
    expect(await dialog.findByText("The current password is incorrect.")).toBeTruthy();
    expect((dialog.getByLabelText("New Password") as HTMLInputElement).value).toBe("Correct horse 2");
  });

  it.each([
    [
      "says what the new one lacks",
      { next: "abcdefgh", repeated: "abcdefgh" },
      /must contain at least one uppercase letter, one lowercase letter, and one number$/,
    ],
    ["says that it is too short", { next: "Ab1", repeated: "Ab1" }, "Password must be at least 8 characters"],
    ["wants it twice the same", { next: "Correct horse 2", repeated: "Correct horse 3" }, "Passwords do not match"],
    [
      "says of what nobody expected that it was",
      { next: "Correct horse 2", repeated: "Correct horse 2" },
      "An unexpected error occurred. Please try again.",
    ],
  ] as const)("reports %s", async (_what, { next, repeated }, sentence) => {
    const { user, fill, dialog } = await atSecurity({
      securityRefuses: (call) => (call === "changePassword" ? { kind: "unexpected" } : undefined),
    });
    await fill("Current Password", "Correct horse 1");
    await fill("New Password", next);
    await fill("Confirm New Password", repeated);
    await user.click(dialog.getByRole("button", { name: "Change Password" }));
    expect(await dialog.findByText(sentence)).toBeTruthy();
    expect(screen.queryByText("Password changed successfully!")).toBeNull();
  });

  it.each([
    ["Your old password is wrong", "Current Password"],
    ["The new password was used before", "New Password"],
    ["Try again tomorrow", undefined],
  ])("shows another server's message at the field it names: %s", async (message, label) => {
    const { user, fill, dialog } = await atSecurity({
      securityRefuses: (call) => (call === "changePassword" ? { kind: "foreign-refusal", message } : undefined),
    });
    await fill("Current Password", "Correct horse 1");
    await fill("New Password", "Correct horse 2");
    await fill("Confirm New Password", "Correct horse 2");
    await user.click(dialog.getByRole("button", { name: "Change Password" }));
    const sentence = await dialog.findByText(message);
    const blamed = ["Current Password", "New Password"].filter(
      (name) => dialog.getByLabelText(name).getAttribute("aria-invalid") === "true",
    );
    expect(blamed).toEqual(label === undefined ? [] : [label]);
    if (label !== undefined) expect(dialog.getByLabelText(label).getAttribute("aria-describedby")?.split(" ")).toContain(sentence.id);
    else expect(sentence.closest('[role="alert"]')).not.toBeNull();
  });

  it("shows 'Changing...' during the request, and Cancel empties the fields", async () => {
    const { user, fill, dialog, services } = await atSecurity();
    let answer: (value: unknown) => void = () => undefined;
    const answered = new Promise((resolve) => {
      answer = resolve;
    });
    Object.assign(services.security, { changePassword: () => answered });
    const field = (label: string) => dialog.getByLabelText<HTMLInputElement>(label);
    await fill("Current Password", "Correct horse 1");
    await fill("New Password", "Correct horse 2");
    await fill("Confirm New Password", "Correct horse 2");
    await user.click(dialog.getByRole("button", { name: "Change Password" }));
    expect(await dialog.findByText("Changing...")).toBeTruthy();
    answer({ ok: false, problem: { kind: "wrong-password" } });
    expect(await dialog.findByText("The current password is incorrect.")).toBeTruthy();

    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(["Current Password", "New Password", "Confirm New Password"].map((label) => field(label).value)).toEqual(["", "", ""]);
    expect(dialog.queryByText("The current password is incorrect.")).toBeNull();
  });

  it("shows the address, which cannot be changed", async () => {
    const { dialog } = await atSecurity();
    expect((dialog.getByLabelText("Email") as HTMLInputElement).readOnly).toBe(true);
    expect(dialog.getByText("Your email address cannot be changed.")).toBeTruthy();
  });

  it("shows and hides each of the three passwords by its own button", async () => {
    const { user, dialog } = await atSecurity();
    for (const label of ["Current Password", "New Password", "Confirm New Password"]) {
      const field = dialog.getByLabelText<HTMLInputElement>(label);
      await user.click(within(field.parentElement as HTMLElement).getByRole("button", { name: "Show password" }));
      expect(field.type).toBe("text");
      await user.click(within(field.parentElement as HTMLElement).getByRole("button", { name: "Hide password" }));
      expect(field.type).toBe("password");
    }
  });

  it("counts down after too many wrong passwords, and does not blame a field", async () => {
    const startedAt = Date.now();
    const { user, fill, dialog } = await atSecurity({
      now: () => startedAt,
      securityRefuses: (call) =>
        call === "changePassword" || call === "showRecoveryKey" ? { kind: "rate-limited", retryAfterMs: 872_000 } : undefined,
    });
    await fill("Current Password", "Correct horse 1");
    await fill("New Password", "Correct horse 2");
    await fill("Confirm New Password", "Correct horse 2");
    await user.click(dialog.getByRole("button", { name: "Change Password" }));
    expect((await dialog.findByRole("alert")).textContent).toBe("Too many attempts. Try again in 14:32.");
    await user.click(dialog.getByRole("button", { name: "Show recovery key" }));
    await fill("Your password", "Correct horse 1");
    await user.click(dialog.getByRole("button", { name: "Show recovery key" }));
    await waitFor(() => expect(dialog.getAllByRole("timer").map(({ textContent }) => textContent)).toEqual(["14:32", "14:32"]));
    for (const name of ["Current Password", "New Password", "Your password"])
      expect(dialog.getByLabelText(name).getAttribute("aria-invalid")).not.toBe("true");
  });

  it("shows the recovery key to a user who types the password", async () => {
    const { user, fill, dialog } = await atSecurity();
    await user.click(dialog.getByRole("button", { name: "Show recovery key" }));
    await fill("Your password", "Correct horse 1");
    await user.click(dialog.getByRole("button", { name: "Show recovery key" }));
    const list = await dialog.findByRole("list", { name: "Your recovery key" });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(KEY);

    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
    fireEvent.click(dialog.getByRole("button", { name: "Copy" }));
    await pass(0);
    expect(await navigator.clipboard.readText()).toBe(KEY.join("-"));
    expect(dialog.getByRole("button", { name: "Copied" })).toBeTruthy();
    await pass(1999);
    expect(dialog.getByRole("button", { name: "Copied" })).toBeTruthy();
    await pass(1);
    expect(dialog.getByRole("button", { name: "Copy" })).toBeTruthy();
  });

  it("replaces it once three groups are typed", async () => {
    const { user, fill, dialog } = await atSecurity();
    await user.click(dialog.getByRole("button", { name: "Create a new key" }));
    await fill("Your password", "Correct horse 1");
    await user.click(dialog.getByRole("button", { name: "Create a new key" }));
    await user.click(await dialog.findByRole("button", { name: "I've saved it" }));
    for (const field of dialog.getAllByLabelText(/^Group/)) {
      await user.click(field);
      await user.paste("7K3M");
    }
    await user.click(dialog.getByRole("button", { name: "Confirm" }));
    expect(await dialog.findByText(/Your new recovery key is confirmed/)).toBeTruthy();
  });

  it("lists the devices by name and signs another one out", async () => {
    const { user, dialog } = await atSecurity();
    expect(await dialog.findByText("This device")).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Sign out: Firefox on Linux" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Sign out" }));
    await waitFor(() => expect(dialog.queryByRole("button", { name: "Sign out: Firefox on Linux" })).toBeNull());
  });

  it("shows the name that a device published with its session", async () => {
    const { dialog } = await atSecurity({ devices: [{ deviceId: "phone1", sessionId: OTHER.id, name: "Study desktop" }] });
    expect(await dialog.findByRole("button", { name: "Sign out: Study desktop" })).toBeTruthy();
  });

  it("reloads the devices after each sign-out", async () => {
    const { user, dialog, services } = await atSecurity();
    await dialog.findByText("This device");
    const left = {
      ok: true,
      value: [
        { ...OTHER, id: "s1", current: true },
        { ...OTHER, id: "s3", device: "Mozilla/5.0 (X11; Linux x86_64) Firefox/153.0" },
      ],
    };
    Object.assign(services.security, { sessions: async () => left });
    await user.click(dialog.getByRole("button", { name: "Sign out: Firefox on Linux" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Sign out" }));
    await waitFor(() => expect(dialog.getAllByRole("button", { name: /^Sign out: / })).toHaveLength(1));
    expect(dialog.getAllByText(/^Last seen|Last seen/)).toHaveLength(2);
  });

  it("deletes the account after a word and the password", async () => {
    const { user, fill, dialog, path } = await atSecurity();
    await user.click(dialog.getByRole("button", { name: "Delete account…" }));
    const question = within(await screen.findByRole("alertdialog"));
    await fill("Your password", "Correct horse 1");
    expect(question.getByRole("button", { name: "Delete my account" }).hasAttribute("disabled")).toBe(true);
    await fill("Type DELETE to confirm", "DELETE");
    await user.click(question.getByRole("button", { name: "Delete my account" }));
    await waitFor(() => expect(path()).toBe("/login"));
  });

  it("has only the Sensitive folder in local mode, which has no account", async () => {
    const { user } = await renderApp({ path: "/notes", localMode: true });
    await user.click(await screen.findByRole("button", { name: "Settings" }));
    await user.click(await screen.findByRole("tab", { name: "Security" }));
    const panel = within(screen.getByRole("tabpanel", { name: "Security" }));
    expect(panel.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual(["Sensitive folder"]);
  });
});

describe("encryption.md 3.5 (6) a device that asks to be let in", () => {
  it.each(["/notes", "/dashboard"])("is noticed on %s, and leads to the question", async (path) => {
    const incoming = [{ requestId: "r", commitment: "c", nameN: "Firefox on Linux", network: OTHER.network, createdAt: 0 }];
    const { user } = await renderApp({ path, session: SIGNED_IN, incoming });
    expect(await screen.findByText("Another device is asking to unlock your notes.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Review" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Settings" }));
    expect(dialog.getByText(/Firefox/, { selector: "p" })).toBeTruthy();
    expect(dialog.getByRole("button", { name: "Approve" })).toBeTruthy();
  });
});

describe("encryption.md 3.5 (13) the end of the account", () => {
  const DRIVE = { kind: "connected", label: "Google Drive", email: "ada@example.org", isConfigured: true } as const;

  it("offers to erase the user's own drive as well, and reports a failure", async () => {
    const { user, fill, dialog } = await atSecurity({
      connection: { ...DRIVE, isManaged: false },
      securityRefuses: (call) => (call === "deleteAccount" ? { kind: "drive-not-erased" } : undefined),
    });
    await user.click(dialog.getByRole("button", { name: "Delete account…" }));
    const question = within(await screen.findByRole("alertdialog"));
    await fill("Your password", "Correct horse 1");
    await fill("Type DELETE to confirm", "DELETE");
    await user.click(question.getByRole("checkbox", { name: /Also erase my notes in Google Drive/ }));
    await user.click(question.getByRole("button", { name: "Delete my account" }));
    expect(await question.findByText(/nothing was deleted/)).toBeTruthy();
  });

  it("reports an unreachable server without suggesting offline mode", async () => {
    const { user, fill, dialog } = await atSecurity({ securityRefuses: () => ({ kind: "unreachable" }) });
    const sentence = "Can't reach the server. Check your connection and try again.";
    await fill("Current Password", "Correct horse 1");
    await fill("New Password", "Correct horse 2");
    await fill("Confirm New Password", "Correct horse 2");
    await user.click(dialog.getByRole("button", { name: "Change Password" }));
    expect(await dialog.findByText(sentence)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Delete account…" }));
    const question = within(await screen.findByRole("alertdialog"));
    await fill("Your password", "Correct horse 1");
    await fill("Type DELETE to confirm", "DELETE");
    await user.click(question.getByRole("button", { name: "Delete my account" }));
    expect(await question.findByText(sentence)).toBeTruthy();
  });

  it("confirms a pending deletion, and offers no way to restart the wait", async () => {
    const { user, fill, dialog } = await atSecurity({
      securityRefuses: (call) => (call === "deleteAccount" ? { kind: "step-waits" } : undefined),
    });
    await user.click(dialog.getByRole("button", { name: "Delete account…" }));
    await fill("Your password", "Correct horse 1");
    await fill("Type DELETE to confirm", "DELETE");
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete my account" }));
    const confirmation = within(await screen.findByRole("dialog", { name: "Account deletion requested" }));
    expect(confirmation.getByRole("status").textContent).toMatch(/^Request accepted\. It takes effect in 72 hours/);
    expect(confirmation.queryByRole("button", { name: "Delete my account" })).toBeNull();
    await user.click(confirmation.getByRole("button", { name: "Close" }));
    expect(screen.queryByText(/^Request accepted/)).toBeNull();
  });

  it("omits the box for managed storage, which is deleted with the account", async () => {
    const { user, dialog } = await atSecurity({ connection: { ...DRIVE, isManaged: true } });
    await user.click(dialog.getByRole("button", { name: "Delete account…" }));
    expect(within(await screen.findByRole("alertdialog")).queryByRole("checkbox")).toBeNull();
  });
});

describe("encryption.md 3.5 (5) another vault's Sensitive folder", () => {
  it("gets a password chosen now, or stays locked", async () => {
    const { user, fill, dialog, services } = await atSecurity({ sensitiveFolders: 1 });
    const adopted: string[] = [];
    Object.assign(services.sensitive, {
      adopt: async (...[, , password]: Parameters<typeof services.sensitive.adopt>) => {
        adopted.push(password);
        return { ok: true, value: undefined };
      },
    });
    await user.click(dialog.getByRole("button", { name: "Recover notes" }));
    await fill("Recovery key or old password", "Correct horse 0");
    await user.click(dialog.getByRole("button", { name: "Recover notes" }));
    await dialog.findByText(/This vault has its own Sensitive folder/);
    await user.click(dialog.getByRole("button", { name: "Add it" }));
    expect(dialog.getByText("Password is required")).toBeTruthy();
    await fill("Password for the Sensitive folder", "quiet");
    await fill("Confirm password", "quiet sea");
    expect(dialog.getByText("Password must be at least 8 characters long")).toBeTruthy();
    expect(dialog.getByText("Passwords do not match")).toBeTruthy();
    await fill("Password for the Sensitive folder", " sea");
    await user.click(dialog.getByRole("button", { name: "Add it" }));
    expect(await dialog.findByText(/You can open these notes here now/)).toBeTruthy();
    expect(adopted).toEqual(["quiet sea"]);
  });
});
