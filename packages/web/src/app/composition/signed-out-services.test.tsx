import { ok } from "@satchel/core/model/result.ts";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Services } from "../../shared/services.ts";
import { createMemoryRouter } from "../../testing/memory-router.ts";
import { ADA, createMemoryServices } from "../../testing/memory-services.ts";
import { App } from "../startup/App.tsx";
import { composeSignedOutServices, isSignedOut, type PageServices } from "./signed-out-services.ts";

const pageOf = ({ status, prompts, theme, preferences, clock }: Services): PageServices => ({ status, prompts, theme, preferences, clock });

it("A2.2 shows the sign-in page early, keeps typed text, and signs in once loaded", async () => {
  const services = await createMemoryServices({ session: { kind: "signed-out" } });
  const tried: string[] = [];
  const account: Services["account"] = {
    ...services.account,
    signIn: async (email) => {
      tried.push(email);
      return ok(ADA);
    },
  };
  let arrive = (_: Services): void => undefined;
  const whole = new Promise<Services>((resolve) => {
    arrive = resolve;
  });
  const router = createMemoryRouter("/notes");
  const { rerender } = render(<App services={composeSignedOutServices(pageOf(services), whole)} router={router} />);
  const user = userEvent.setup({ delay: null });

  await user.type(await screen.findByLabelText("Email"), "ada@example.org");
  expect(router.store.getState().location).toMatchObject({ pathname: "/login", state: { from: "/notes" } });
  await user.type(screen.getByLabelText("Password"), "correct horse{Enter}");
  expect(await screen.findByRole("button", { name: "Opening your notes…" })).toBeTruthy();
  expect(tried).toEqual([]);

  const all = { ...services, account };
  rerender(<App services={all} router={router} />);
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("ada@example.org");
  await act(async () => arrive(all));
  expect(tried).toEqual(["ada@example.org"]);
});

it("waits for all code on every other page", async () => {
  const services = await createMemoryServices({ session: { kind: "signed-out" } });
  const router = createMemoryRouter("/auth/google/callback?code=c");
  render(<App services={composeSignedOutServices(pageOf(services), new Promise(() => undefined))} router={router} />);
  expect(await screen.findByRole("status")).toBeTruthy();
  expect(screen.queryByRole("heading")).toBeNull();
});

it("waits for all code with a session or notes on this device", () => {
  const keeping = (key: string) => ({ read: (name: string) => (name === key ? "true" : undefined), write: () => undefined });
  expect(isSignedOut(keeping("nothing"))).toBe(true);
  expect(isSignedOut(keeping("authToken"))).toBe(false);
  expect(isSignedOut(keeping("localModeEnabled"))).toBe(false);
});
