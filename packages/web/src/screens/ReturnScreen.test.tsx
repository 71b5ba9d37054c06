import type { ConnectionProblem } from "@satchel/core/connection/connection-service-types.ts";
import { ok } from "@satchel/core/model/result.ts";
import type { SessionState } from "@satchel/core/vault/account/account-service-types.ts";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ADA, SIGNED_IN } from "../testing/memory-services.ts";
import { renderApp } from "../testing/render-app.tsx";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());

const flushTimers = () => act(async () => void (await vi.advanceTimersByTimeAsync(0)));
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

async function comeBack(path = "/auth/google/callback?code=c&state=s", problem?: ConnectionProblem) {
  const app = await renderApp({ session: SIGNED_IN, path, connectionRefuses: () => problem });
  await flushTimers();
  return app;
}

describe("A2.6 back from the drive's sign-in", () => {
  it("shows progress until the response arrives, then goes to the former path", async () => {
    const app = await renderApp({ session: SIGNED_IN, path: "/notes" });
    let answer: (returned: unknown) => void = () => undefined;
    Object.assign(app.services.connection, { finish: () => new Promise((resolve) => (answer = resolve)) });
    await act(() => app.router.navigate("/auth/google/callback?code=c&state=s"));
    await flushTimers();
    expect(screen.getByRole("heading", { name: "Connecting your drive" })).toBeTruthy();
    await act(async () => answer(ok({ returnTo: "/dashboard", wasReconnect: false, accountChanged: false })));
    expect(screen.getByRole("heading", { name: "Connected" })).toBeTruthy();
    await pass(1000);
    expect(app.path()).toBe("/dashboard");
  });

  it("leads to /notes after a reconnect, whatever page it started on", async () => {
    const app = await renderApp({ session: SIGNED_IN, path: "/notes" });
    Object.assign(app.services.connection, {
      finish: async () => ok({ returnTo: "/dashboard", wasReconnect: true, accountChanged: false }),
    });
    await act(() => app.router.navigate("/auth/google/callback?code=c&state=s"));
    await flushTimers();
    await pass(1000);
    expect(app.path()).toBe("/notes");
  });

  it.each(["/auth/google/callback?code=c", "/auth/callback?code=c"])("continues a second after success: %s", async (path) => {
    const app = await comeBack(path);
    expect(screen.getByRole("heading", { name: "Connected" })).toBeTruthy();
    await pass(999);
    expect(app.path()).toContain("/auth/");
    await pass(1);
    // The stored path is /onboarding; a user who has finished it is redirected to the notes.
    expect(app.path()).toBe("/notes");
  });

  it.each([
    [{ kind: "refused", error: "access_denied" }, "OAuth error: access_denied", "/notes"],
    [{ kind: "no-code" }, "No authorization code received", "/notes"],
    [{ kind: "scope-missing" }, "Drive access wasn't granted. Connect again and check the drive permission.", "/notes"],
    [{ kind: "failed", status: 500 }, "Connection failed", "/notes"],
  ] as const)("shows the failure and goes back after two seconds: %j", async (problem, sentence, to) => {
    const app = await comeBack(undefined, problem);
    expect(screen.getByRole("heading", { name: "Connection failed" })).toBeTruthy();
    expect(screen.getAllByText(sentence).length).toBeGreaterThan(0);
    await pass(1999);
    expect(app.path()).toContain("/auth/");
    await pass(1);
    expect(app.path()).toBe(to);
  });

  it.each([
    ["success", undefined, 1000],
    ["failure", { kind: "refused", error: "access_denied" }, 2000],
  ] as const)("leads a user in onboarding back to /onboarding: %s", async (_how, problem, ms) => {
    const session = { ...SIGNED_IN, user: { ...ADA, needsOnboarding: true } } as SessionState;
    const app = await renderApp({ session, path: "/auth/google/callback?code=c&state=s", connectionRefuses: () => problem });
    await flushTimers();
    await pass(ms - 1);
    expect(app.path()).toContain("/auth/");
    await pass(1);
    expect(app.path()).toBe("/onboarding");
  });

  it("A8 shows the status of a failed code exchange, and that it was a reconnect", async () => {
    await comeBack(undefined, { kind: "failed", status: 502, wasReconnect: true });
    expect(screen.getAllByText(/^Failed to exchange authorization code: 502\. /).length).toBe(1);
    expect(screen.getAllByText("Failed to reconnect to Google Drive. Please try again.").length).toBeGreaterThan(0);
  });

  it("asks a signed-out user to sign in first", async () => {
    const app = await renderApp({ path: "/auth/google/callback?code=c", connectionRefuses: () => ({ kind: "not-signed-in" }) });
    await flushTimers();
    expect(screen.getAllByText(/Please log in first before connecting Google Drive/).length).toBeGreaterThan(0);
    await pass(2000);
    expect(app.path()).toBe("/login");
  });
});
