import type { ScanOutcome } from "@satchel/core/vault/approval/approval-service-types.ts";
import { act, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../testing/memory-services.ts";
import { renderApp } from "../testing/render-app.tsx";

const REQUEST = {
  requestId: "r".repeat(22),
  commitment: "c".repeat(43),
  nameN: "Safari on iPhone",
  network: "203.0.113.0/24",
  createdAt: 0,
};
const FRAGMENT = `2.${REQUEST.requestId}.n.${REQUEST.commitment}.${"s".repeat(22)}`;

type Options = Parameters<typeof renderApp>[0];

/** The page after a camera opened it; a scan comes to `outcome`. */
async function scanned(outcome: ScanOutcome, options: Options = {}) {
  const app = await renderApp({ path: "/notes", session: SIGNED_IN, approvalFragment: FRAGMENT, ...options });
  const calls: string[] = [];
  Object.assign(app.services.approvals, {
    scan: async () => outcome,
    offer: async (requestId: string) => void calls.push(requestId),
  });
  await act(() => app.router.navigate("/approve"));
  return { ...app, calls };
}

describe("encryption.md 3.5 (6) the page that a scanned code opens", () => {
  it("asks before it approves the scanned device", async () => {
    const { user, calls } = await scanned("ready", { incoming: [REQUEST] });
    expect(await screen.findByText("Safari on iPhone")).toBeTruthy();
    expect(calls).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Approve" }));
    expect(calls).toEqual([REQUEST.requestId]);
  });

  it("shows the next step of the approval, which does not need typing", async () => {
    await scanned("taken", { approval: { letting: { kind: "type-code", requestId: REQUEST.requestId, link: "" } } });
    expect(await screen.findByText("Waiting for your other device…")).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it.each([
    ["handed-on", "Code scanned. Continue in the tab where you started."],
    ["other-request", /^This code doesn't belong to an open request here\./],
  ] as const)("says what to do next: %s", async (outcome, sentence) => {
    await scanned(outcome);
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it("says that a link is not complete", async () => {
    await renderApp({ path: "/approve", session: SIGNED_IN });
    expect(await screen.findByText(/^This link isn't complete\./)).toBeTruthy();
  });

  it("says what to do where no one is signed in", async () => {
    await renderApp({ path: "/approve", approvalFragment: FRAGMENT });
    expect(await screen.findByText(/^Your notes aren't open in this browser\./)).toBeTruthy();
  });
});
