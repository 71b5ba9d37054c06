import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../../testing/memory-services.ts";
import { renderApp } from "../../../testing/render-app.tsx";

describe("the band about the mirror folder", () => {
  it("asks for permission again if the folder was chosen before", async () => {
    const mirrorCalls: string[] = [];
    const mirror = { kind: "needs-permission", folder: "Vault" } as const;
    const { user } = await renderApp({ session: SIGNED_IN, path: "/notes", preferences: { mirrorFolder: "true" }, mirror, mirrorCalls });
    await screen.findByText(/^Your browser asks for permission again/);
    await user.click(screen.getByRole("button", { name: "Allow" }));
    await user.click(screen.getByRole("button", { name: "Turn off" }));
    expect(mirrorCalls).toEqual(["allow", "turnOff"]);
  });

  it("is hidden while all is well", async () => {
    const mirror = { kind: "up-to-date", folder: "Vault", notes: 1, atMs: 0 } as const;
    await renderApp({ session: SIGNED_IN, path: "/notes", preferences: { mirrorFolder: "true" }, mirror });
    await screen.findByRole("button", { name: "Settings" });
    expect(screen.queryByText(/Vault/)).toBeNull();
  });
});
