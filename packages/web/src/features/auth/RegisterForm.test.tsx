import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp } from "../../app/testing/render-app.tsx";

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

  it("wants equal passwords and the terms", async () => {
    const { fillIn, send, path } = await atRegister();
    await fillIn("Correct horse 1", "Correct horse 2");
    await send();

    expect(screen.getByText("Passwords do not match")).toBeTruthy();
    expect(screen.getByText("You must accept the terms and conditions")).toBeTruthy();
    expect(path()).toBe("/register");
  });

  it("says at the address that it is taken", async () => {
    const { user, fillIn, send } = await atRegister({ refuses: () => ({ kind: "email-taken" }) });
    await fillIn();
    await user.click(screen.getByRole("checkbox"));
    await send();

    expect(await screen.findByText(/An account with this email already exists/)).toBeTruthy();
    expect((screen.getByLabelText("Password") as HTMLInputElement).value).toBe("Correct horse 1");
  });

  it("asks before another person's notes are deleted, and keeps them unless told", async () => {
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
    const confirm = await screen.findByRole("button", { name: "Delete them and create the account" });
    isHere = false;
    await user.click(confirm);
    await waitFor(() => expect(path()).toBe("/onboarding"));
  });

  it("lists what an account is good for", async () => {
    await atRegister();
    const benefits = within(screen.getByRole("complementary"));
    expect(benefits.getByRole("heading", { name: "What an account gives you" })).toBeTruthy();
    expect(benefits.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent)).toEqual([
      "Your notes on every device",
      "In your own drive",
      "Sealed before they leave",
      "Your local notes come along",
    ]);
  });

  it.each([
    ["An account with this email exists", "Email"],
    ["Password was leaked", "Password"],
  ])("puts the words of another server at their field: %s", async (message, label) => {
    const { user, fillIn, send } = await atRegister({ refuses: () => ({ kind: "said-otherwise", message }) });
    await fillIn();
    await user.click(screen.getByRole("checkbox"));
    await send();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText(label).getAttribute("aria-invalid")).toBe("true");
  });

  it("is where /signup leads, in local mode too", async () => {
    const { path } = await renderApp({ path: "/signup", localMode: true });
    await waitFor(() => expect(path()).toBe("/register"));
  });
});

describe("A2.4 forgot password", () => {
  it("says 'Check your email', and lets another address be tried", async () => {
    const { user, fill } = await renderApp({ path: "/forgot-password" });
    await fill("Email", "ada@example.org");
    await user.click(screen.getByRole("button", { name: "Send new password" }));

    expect(await screen.findByRole("heading", { name: "Check your email" })).toBeTruthy();
    expect(screen.getByText(/sent to ada@example.org/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Try Another Email" }));
    expect(screen.getByRole("heading", { name: "Reset your password" })).toBeTruthy();
  });

  it("says so when too many were asked for", async () => {
    const { user, fill } = await renderApp({ path: "/forgot-password", refuses: () => ({ kind: "rate-limited" }) });
    await fill("Email", "ada@example.org");
    await user.click(screen.getByRole("button", { name: "Send new password" }));

    expect(await screen.findByText(/Too many attempts/)).toBeTruthy();
  });
});
