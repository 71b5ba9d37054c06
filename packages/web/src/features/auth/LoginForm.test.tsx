import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { renderApp } from "../../testing/render-app.tsx";

const PASSWORD = "Correct horse 1";

async function atLogin(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ path: "/login", ...options });
  const signIn = async (email = "ada@example.org", password = PASSWORD) => {
    if (email !== "") await app.fill("Email", email);
    if (password !== "") await app.fill("Password", password);
    await app.user.click(screen.getByRole("button", { name: "Sign In" }));
  };
  return { ...app, signIn };
}

describe("A2.2 login", () => {
  it("goes to the dashboard after sign-in, or to the requested page", async () => {
    const direct = await atLogin();
    await direct.signIn();
    await waitFor(() => expect(direct.path()).toBe("/dashboard"));
    direct.unmount();

    const sent = await renderApp({ path: "/notes?search=milk" });
    await waitFor(() => expect(sent.path()).toBe("/login"));
    await sent.fill("Email", "ada@example.org");
    await sent.fill("Password", PASSWORD);
    await sent.user.click(screen.getByRole("button", { name: "Sign In" }));
    await waitFor(() => expect(sent.path()).toBe("/notes"));
    expect(sent.here().search).toBe("?search=milk");
  });

  it("shows and hides the password", async () => {
    const { user } = await atLogin();
    const field = screen.getByLabelText("Password");
    expect(field.getAttribute("type")).toBe("password");
    await user.click(screen.getByRole("button", { name: "Show password" }));
    expect(field.getAttribute("type")).toBe("text");
    await user.click(screen.getByRole("button", { name: "Hide password" }));
    expect(field.getAttribute("type")).toBe("password");
  });

  it("opens 'Sign in failed', and carries the address to the reset page", async () => {
    const { user, signIn, path } = await atLogin({ refuses: () => ({ kind: "invalid-credentials" }) });
    await signIn();

    const dialog = await screen.findByRole("alertdialog", { name: "Sign in failed" });
    expect(within(dialog).getByText("Invalid email or password. If you forgot your password, you can reset it now.")).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Reset password" }));

    expect(path()).toBe("/forgot-password");
    expect((screen.getByLabelText("Email") as HTMLInputElement).value).toBe("ada@example.org");
  });

  it("closes its dialogs by 'Try again' and 'Close', and keeps typed text", async () => {
    for (const [kind, role, name, button] of [
      ["invalid-credentials", "alertdialog", "Sign in failed", "Try again"],
      ["unreachable", "dialog", "We'll be right back", "Close"],
    ] as const) {
      const { user, signIn, path, unmount } = await atLogin({ refuses: () => ({ kind }) });
      await signIn();
      await user.click(within(await screen.findByRole(role, { name })).getByText(button));
      await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
      expect(path()).toBe("/login");
      expect((screen.getByLabelText("Email") as HTMLInputElement).value).toBe("ada@example.org");
      unmount();
    }
  });

  it("counts down after too many attempts, mentions the mailed password, and ends", async () => {
    const clock = { at: 1_000_000 };
    const { signIn } = await atLogin({
      now: () => clock.at,
      refuses: () => ({ kind: "rate-limited", retryAfterMs: 872_000 }),
    });
    await signIn();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe(
      "Too many attempts. Try again in 14:32. If you forgot your password, reset it. The password we email you works right away.",
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      // The first tick started with real timers; the next refusal starts another.
      await act(async () => fireEvent.submit(alert.closest("form") as HTMLFormElement));
      const wait = async (ms: number): Promise<void> => {
        clock.at += ms;
        await act(() => vi.advanceTimersByTimeAsync(1000));
      };
      expect(screen.getByRole("timer").textContent).toBe("14:32");
      await wait(1000);
      expect(screen.getByRole("timer").textContent).toBe("14:31");
      // The tab was asleep in between.
      await wait(870_000);
      expect(screen.getByRole("timer").textContent).toBe("0:01");
      await wait(1000);
      expect(screen.queryByRole("alert")).toBeNull();
      expect(screen.getByText("You can try again now.")).toBeTruthy();
    } finally {
      vi.useRealTimers();
    }
  });

  it("keeps the failed sign-in when the page is mounted again", async () => {
    const { router, signIn } = await atLogin({ refuses: () => ({ kind: "unexpected" }) });
    await signIn();
    await screen.findByRole("alertdialog");
    await router.navigate("/register");
    await router.navigate("/login");

    expect(screen.getByRole("alertdialog", { name: "Sign in failed" })).toBeTruthy();
  });

  it("shows maintenance if the server is unreachable, and leads to local mode", async () => {
    const { user, signIn, path, services } = await atLogin({ refuses: () => ({ kind: "unreachable" }) });
    await signIn();
    const sentence = "Sorry, the application is under maintenance right now. You can use the offline mode for now.";
    expect(await screen.findByText(sentence)).toBeTruthy();

    await user.click(screen.getByRole("button", { name: "Use Offline Mode" }));
    const warning = await screen.findByRole("alertdialog");
    for (const risk of ["Browser-only storage", "No backup", "Single device", "No sync"])
      expect(within(warning).getByText(new RegExp(risk))).toBeTruthy();
    await user.click(within(warning).getByRole("button", { name: "I Understand - Use Local Mode" }));

    await waitFor(() => expect(path()).toBe("/notes"));
    expect(services.localMode.store.getState().enabled).toBe(true);
  });

  it.each([
    ["has no IndexedDB", { kind: "unsupported" }, "Your browser does not support local storage"],
    ["does not open IndexedDB", { kind: "storage-denied" }, "Failed to enable local mode"],
  ] as const)("B8 explains why local mode cannot start in a browser that %s, and stays", async (_why, problem, sentence) => {
    const { user, path, services } = await atLogin();
    Object.assign(services.localMode, { enable: async () => ({ ok: false, problem }) });
    await user.click(screen.getByRole("button", { name: "Use Locally (No Account Required)" }));
    await user.click(await screen.findByRole("button", { name: "I Understand - Use Local Mode" }));

    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(path()).toBe("/login");
  });

  it("leaves everything unchanged if the warning is canceled", async () => {
    const { user, path, services } = await atLogin();
    await user.click(screen.getByRole("button", { name: "Use Locally (No Account Required)" }));
    await user.click(await screen.findByRole("button", { name: "Cancel" }));

    expect(services.localMode.store.getState().enabled).toBe(false);
    expect(path()).toBe("/login");
  });
});

describe("A5 login validation", () => {
  it.each([
    ["", "", ["Email is required", "Password is required"]],
    ["ada", "short", ["Please enter a valid email address", "Password must be at least 8 characters"]],
  ])("checks email %j and password %j", async (email, password, sentences) => {
    let asked = 0;
    const { signIn } = await atLogin({
      refuses: () => {
        asked += 1;
        return undefined;
      },
    });
    await signIn(email, password);

    for (const sentence of sentences) expect(screen.getByText(sentence)).toBeTruthy();
    expect(asked).toBe(0);
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
  });

  it("shows a refused address at its field until it is changed", async () => {
    const { user, signIn } = await atLogin({ refuses: () => ({ kind: "email-malformed" }) });
    await signIn();
    expect(await screen.findByText("Please enter a valid email address")).toBeTruthy();
    await user.type(screen.getByLabelText("Email"), "x");
    expect(screen.queryByText("Please enter a valid email address")).toBeNull();
  });
});

describe("A8 login: what another server says", () => {
  it.each([
    ["Unknown email", "Unknown email", "Email"],
    ["Password expired", "Password expired", "Password"],
    ["Teapot", "Login failed: Teapot", undefined],
  ])("shows another server's message: %s", async (message, sentence, label) => {
    const { signIn } = await atLogin({ refuses: () => ({ kind: "foreign-refusal", message }) });
    await signIn();
    expect(await screen.findByText(sentence)).toBeTruthy();
    const isAt = (field: string) => screen.getByLabelText(field).getAttribute("aria-invalid") === "true";
    expect(["Email", "Password"].filter(isAt)).toEqual(label === undefined ? [] : [label]);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});

describe("encryption.md 3.5 (13) after a session", () => {
  it.each([
    ["session-ended", /Everything is still on this device/],
    ["session-revoked", /signed out from another one/],
  ] as const)("explains why it ended by itself: %s", async (reason, sentence) => {
    await renderApp({ path: "/login", session: { kind: "signed-out", reason } });
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it("asks before deleting another user's notes, and keeps them unless agreed", async () => {
    let isHere = true;
    const { user, fill, path } = await renderApp({
      path: "/login",
      refuses: () => (isHere ? { kind: "other-account", email: "bob@example.org" } : undefined),
    });
    await fill("Email", "ada@example.org");
    await fill("Password", "Correct horse 1");
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    expect(await screen.findByText(/They belong to bob@example.org/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Keep them" }));
    expect(path()).toBe("/login");
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    const confirm = await screen.findByRole("button", { name: "Delete them and sign in" });
    isHere = false;
    await user.click(confirm);
    await waitFor(() => expect(path()).toBe("/dashboard"));
  });
});
