import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createMemoryServices } from "../../app/testing/memory-services.ts";
import { ServicesProvider } from "../../shared/services.ts";
import { ToastRegion } from "./ToastRegion.tsx";

/** sonner takes a toast that goes out of the page after its way out. */
const WAY_OUT_MS = 200;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it.each([0, 20, WAY_OUT_MS / 2])("keeps what is said anew %i ms after the toast about the same thing began to go", async (laterMs) => {
  const services = await createMemoryServices();
  const { status } = services;
  render(
    <ServicesProvider value={services}>
      <ToastRegion />
    </ServicesProvider>,
  );
  const say = (count: number) => act(async () => void status.show({ id: "files-cleaned", count }));
  await say(3);
  await screen.findByText(/3 corrupted/);
  await act(async () => status.dismiss(status.store.getState().shown[0]?.key ?? ""));
  await act(() => wait(laterMs));
  await say(4);
  await act(() => wait(2 * WAY_OUT_MS));
  await expect.poll(() => screen.queryAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([expect.stringContaining("4")]);
});
