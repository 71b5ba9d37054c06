import { failed } from "@satchel/core/result.ts";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { createMemoryServices } from "../../app/testing/memory-services.ts";
import { ServicesProvider } from "../../shared/services.ts";
import { statusSentence } from "../../text/status.ts";
import { ClearLocalDialog } from "./ClearLocalDialog.tsx";

Object.defineProperty(window, "CSS", { configurable: true, value: { escape: (text: string) => text.replace(/[^\w-]/g, "\\$&") } });

it.each([
  ["gone", true, "All cached data cleared from device"],
  ["still there", false, "Failed to delete local notes"],
] as const)("B8 says that what local mode kept is %s", async (_, isCleared, sentence) => {
  cleanup();
  const services = await createMemoryServices({ localMode: true });
  if (!isCleared) Object.assign(services.localMode, { clearAll: async () => failed({ kind: "storage-broken", detail: "blocked" }) });
  render(
    <ServicesProvider value={services}>
      <ClearLocalDialog onClose={() => undefined} />
    </ServicesProvider>,
  );

  await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Clear All" }));

  await expect
    .poll(() => services.status.store.getState().shown.map(({ message }) => statusSentence(message, "drive")))
    .toEqual([sentence]);
});
