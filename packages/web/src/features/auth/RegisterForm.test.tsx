import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp } from "../../testing/render-app.tsx";

async function atRegister(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ path: "/register", ...options });
  const fillIn = async (password = "Correct horse 1", confirmation = password) => {
    await app.fill("Email", "ada@example.org");
    await app.fill("Password", password);
    await app.fill("Confirm password", confirmation);
  };
  const send = () => app.user.click(screen.getByRole("button", { name: "Create account" }));
  return { ...app, fillIn, send };
}

describe("A2.3 register", () => {
  it("goes to onboarding", async () => {
    const { user, fillIn, send, path } = await atRegister();
    await fillIn();
    await user.click(screen.getByRole("checkbox"));
    await send();

    await waitFor(() => expect(path()).toBe("/onboarding"));
  });

  it("ticks off each rule of the password while typing", async () => {
    const { user } = await atRegister();
    const met = () => within(screen.getByRole("list", { name: "Your password needs" })).getAllByText("(met)").length;
    await user.type(screen.getByLabelText("Password"), "abcdefgh");
    expect(met()).toBe(2);
    await user.type(screen.getByLabelText("Password"), "A1");
    expect(met()).toBe(4);
  });

  it("requires equal passwords and the terms", async () => {
    const { fillIn, send, path } = await atRegister();
    await fillIn("Correct horse 1", "Correct horse 2");
    await send();

    expect(screen.getByText("Passwords do not match")).toBeTruthy();
    expect(screen.getByText("You must accept the terms and conditions")).toBeTruthy();
    expect(path()).toBe("/register");
  });

  it.each([
    [
      "abcdefgh",
      "",
      ["Password must contain at least one uppercase letter, one lowercase letter, and one number", "Please confirm your password"],
    ],
    ["", "", ["Password is required"]],
    ["Ab1", "Ab1", ["Password must be at least 8 characters"]],
  ])("A5 names the rules that the password %j breaks", async (password, confirmation, sentences) => {
    const { fillIn, send, path } = await atRegister();
    await fillIn(password, confirmation);
    await send();

    for (const sentence of sentences) expect(screen.getByText(sentence)).toBeTruthy();
    expect(path()).toBe("/register");
  });

  it("A8 shows an unknown failure as unexpected, and keeps the typed text", async () => {
    const { user, fillIn, send } = await atRegister({ refuses: () => ({ kind: "unexpected" }) });
    await fillIn();
    await user.click(screen.getByRole("checkbox"));
    await send();

    expect(await screen.findByText("An unexpected error occurred. Please try again.")).toBeTruthy();
    expect((screen.getByLabelText("Password") as HTMLInputElement).value).toBe("Correct horse 1");
  });

  it("reports an unreachable server, keeps the typed text, and registers later", async () => {
    let isAway = true;
    const { user, fillIn, send, path } = await atRegister({ refuses: () => (isAway ? { kind: "unreachable" } : undefined) });
    await fillIn();
    await user.click(screen.getByRole("checkbox"));
    await send();

    const dialog = await screen.findByRole("dialog", { name: "We'll be right back" });
    await user.click(within(dialog).getByText("Close"));
    const problem = await screen.findByRole("alert");
    expect(problem.textContent).toBe("Can't reach the server, so no account was created. Check your connection and try again.");
    expect((screen.getByLabelText("Email") as HTMLInputElement).value).toBe("ada@example.org");
    expect((screen.getByLabelText("Confirm password") as HTMLInputElement).value).toBe("Correct horse 1");
    isAway = false;
    await send();
    await waitFor(() => expect(path()).toBe("/onboarding"));
  });

  it("requests an invitation code only if the server does, with problems at its field", async () => {
    const sent = { refused: true };
    const { user, fill, fillIn, send, path } = await atRegister({
      registration: "invite",
      refuses: () => (sent.refused ? { kind: "invitation-invalid" } : undefined),
    });
    await fillIn();
    await user.click(screen.getByRole("checkbox"));
    await send();
    expect(await screen.findByText("Enter your invitation code")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Invitation code"));

    await fill("Invitation code", "AAAA-BBBB-CCCC-DDDD");
    await send();
    expect(await screen.findByText(/isn't valid or has already been used/)).toBeTruthy();
    expect(path()).toBe("/register");

    sent.refused = false;
    await send();
    await waitFor(() => expect(path()).toBe("/onboarding"));
  });

  it("links to the operator's terms and privacy policy without ticking the box", async () => {
    await atRegister({ registration: "open", legal: { termsUrl: "https://example.org/terms", privacyUrl: "https://example.org/privacy" } });
    const address = async (name: string) => (await screen.findByRole("link", { name })).getAttribute("href");
    expect(await address("Terms and conditions")).toBe("https://example.org/terms");
    expect(await address("Privacy policy")).toBe("https://example.org/privacy");
    for (const link of screen.getAllByRole("link", { name: /Terms|Privacy/ })) {
      expect(link.closest("label")).toBeNull();
      expect(link.getAttribute("rel")).toContain("noopener");
    }
  });

  it("omits both links if the operator set none", async () => {
    await atRegister({ registration: "open" });
    expect(await screen.findByRole("checkbox")).toBeTruthy();
    expect(screen.queryByRole("link", { name: /Terms|Privacy/ })).toBeNull();
  });

  it("does not request a code if registration is open", async () => {
    await atRegister({ registration: "open" });
    expect(screen.queryByLabelText("Invitation code")).toBeNull();
  });

  it("shows the field if the server requests a code unexpectedly", async () => {
    const { user, fillIn, send } = await atRegister({ refuses: () => ({ kind: "invitation-needed" }) });
    await fillIn();
    await user.click(screen.getByRole("checkbox"));
    await send();

    expect(await screen.findByLabelText("Invitation code")).toBeTruthy();
    expect((screen.getByLabelText("Email") as HTMLInputElement).value).toBe("ada@example.org");
  });

  it("reports closed registration, and leads to sign-in", async () => {
    await atRegister({ registration: "closed" });

    expect((await screen.findByText(/doesn't accept new accounts/)).textContent).toContain("sign in");
    expect(screen.queryByRole("button", { name: "Create account" })).toBeNull();
    expect(screen.getByRole("heading", { name: "Registration is closed", level: 1 })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Sign In" })).toBeTruthy();
  });

  it("shows a taken address at its field", async () => {
    const { user, fillIn, send } = await atRegister({ refuses: () => ({ kind: "email-taken" }) });
    await fillIn();
    await user.click(screen.getByRole("checkbox"));
    await send();

    expect(await screen.findByText(/An account with this email already exists/)).toBeTruthy();
    expect((screen.getByLabelText("Password") as HTMLInputElement).value).toBe("Correct horse 1");
  });

  it("asks before deleting another user's notes, and keeps them unless agreed", async () => {
    let isHere = true;
    const { user, fillIn, send, path } = await atRegister({
      refuses: () => (isHere ? { kind: "other-account", email: "bob@example.org" } : undefined),
    });
    await fillIn();
    await user.click(screen.getByRole("checkbox"));
    await send();
    expect(await screen.findByText(/They belong to bob@example.org/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Keep them" }));
    expect(path()).toBe("/register");
    await send();
    const confirm = await screen.findByRole("button", { name: "Delete them and create account" });
    isHere = false;
    await user.click(confirm);
    await waitFor(() => expect(path()).toBe("/onboarding"));
  });

  it("lists the benefits of an account", async () => {
    await atRegister();
    const benefits = within(screen.getByRole("complementary"));
    expect(benefits.getByRole("heading", { name: "What an account gives you" })).toBeTruthy();
    expect(benefits.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent)).toEqual([
      "Your notes on every device",
      "In your own drive",
      "End-to-end encrypted",
      "Keep your local notes",
    ]);
  });

  it.each([
    ["An account with this email exists", "Email"],
    ["Password was leaked", "Password"],
  ])("shows another server's message at its field: %s", async (message, label) => {
    const { user, fillIn, send } = await atRegister({ refuses: () => ({ kind: "foreign-refusal", message }) });
    await fillIn();
    await user.click(screen.getByRole("checkbox"));
    await send();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText(label).getAttribute("aria-invalid")).toBe("true");
  });

  it("is the target of /signup, even in local mode", async () => {
    const { path } = await renderApp({ path: "/signup", localMode: true });
    await waitFor(() => expect(path()).toBe("/register"));
  });
});

describe("A2.4 forgot password", () => {
  it("shows 'Check your email', and allows another address", async () => {
    const { user, fill, path } = await renderApp({ path: "/forgot-password" });
    expect(screen.getAllByRole("textbox")).toEqual([screen.getByLabelText("Email")]);
    await fill("Email", "ada@example.org");
    await user.click(screen.getByRole("button", { name: "Send new password" }));

    expect(await screen.findByRole("heading", { name: "Check your email" })).toBeTruthy();
    expect(screen.getByText(/new password was sent to ada@example.org/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Try Another Email" }));
    expect(screen.getByRole("heading", { name: "Reset your password" })).toBeTruthy();
    await fill("Email", "ada@example.org");
    await user.click(screen.getByRole("button", { name: "Send new password" }));
    await user.click(await screen.findByRole("link", { name: "Back to Login" }));
    expect(path()).toBe("/login");
  });

  it.each([
    [{ kind: "foreign-refusal", message: "No account has this email" }, "No account has this email", "true"],
    [{ kind: "unexpected" }, "An unexpected error occurred. Please try again.", null],
  ] as const)("A8 explains a failure, at the field if it concerns that: %j", async (problem, sentence, isInvalid) => {
    const { user, fill } = await renderApp({ path: "/forgot-password", refuses: () => problem });
    await fill("Email", "ada@example.org");
    await user.click(screen.getByRole("button", { name: "Send new password" }));

    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBe(isInvalid);
  });

  it("reports too many requests", async () => {
    const { user, fill } = await renderApp({ path: "/forgot-password", refuses: () => ({ kind: "rate-limited" }) });
    await fill("Email", "ada@example.org");
    await user.click(screen.getByRole("button", { name: "Send new password" }));

    expect(await screen.findByText(/Too many attempts/)).toBeTruthy();
  });

  it("says when it can be requested again, and so does registration", async () => {
    const refuses = () => ({ kind: "rate-limited", retryAfterMs: 3_599_000 }) as const;
    const startedAt = Date.now();
    const now = () => startedAt;
    const { user, fill, unmount } = await renderApp({ path: "/forgot-password", refuses, now });
    await fill("Email", "ada@example.org");
    await user.click(screen.getByRole("button", { name: "Send new password" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Too many attempts. Try again in 59:59.");
    unmount();

    const second = await atRegister({ refuses, now });
    await second.fillIn();
    await second.user.click(screen.getByRole("checkbox"));
    await second.send();
    expect((await screen.findByRole("alert")).textContent).toBe("Too many attempts. Try again in 59:59.");
  });
});

describe("decision 0016: where the server sends mail", () => {
  it("reports a mailed link, the same for every address, and leads to sign-in", async () => {
    const { user, fill, path } = await renderApp({ path: "/register", refuses: () => ({ kind: "verify-email" }) });
    await fill("Email", "ada@example.org");
    await fill("Password", "Correct horse 1");
    await fill("Confirm password", "Correct horse 1");
    await user.click(screen.getByRole("checkbox"));
    await user.click(screen.getByRole("button", { name: "Create account" }));
    expect((await screen.findByText(/^We sent a link to ada@example\.org/)).textContent).toContain("Anything on this device stays here");
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Check your email", level: 1 }));
    await user.click(screen.getByRole("link", { name: "Sign In" }));
    expect(path()).toBe("/login");
  });
});
