import type { Store } from "@satchel/core/model/store.ts";
import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

describe("decision 0007 the update notice", () => {
  it("does not reload over unsaved text", async () => {
    const { user, services } = await renderApp({ session: SIGNED_IN, path: "/notes/new", updateWaiting: true });
    const apply = vi.spyOn(services.updates, "apply");
    await user.click(await screen.findByRole("textbox", { name: "New note title" }));
    await user.paste("Milk");
    await user.click(screen.getByRole("button", { name: "Reload" }));

    expect(await screen.findByText(/Save or discard your changes first/)).toBeTruthy();
    expect(apply).not.toHaveBeenCalled();
  });

  it("reloads if nothing is unsaved", async () => {
    const { user, services } = await renderApp({ session: SIGNED_IN, path: "/notes", updateWaiting: true });
    const apply = vi.spyOn(services.updates, "apply");
    await user.click(await screen.findByRole("button", { name: "Reload" }));

    await expect.poll(() => apply.mock.calls).toHaveLength(1);
  });

  it("A9 closes by itself after ten seconds", async () => {
    const { services } = await renderApp({ session: SIGNED_IN, path: "/notes" });
    await screen.findAllByRole("button", { name: "New Note" });
    const later = vi.spyOn(services.updates, "later");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    act(() => (services.updates.store as Store<{ readonly waiting: boolean }>).setState({ waiting: true }));
    vi.advanceTimersByTime(9999);
    expect(screen.getByText("A new version of Satchel is available.")).toBeTruthy();
    expect(later).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(later).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it("stays while it is hovered or focused", async () => {
    const { services } = await renderApp({ session: SIGNED_IN, path: "/notes", updateWaiting: true });
    const later = vi.spyOn(services.updates, "later");
    const message = await screen.findByText("A new version of Satchel is available.");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.mouseEnter(message.parentElement as HTMLElement);
    vi.advanceTimersByTime(60_000);
    fireEvent.mouseLeave(message.parentElement as HTMLElement);
    fireEvent.focus(screen.getByRole("button", { name: "Reload" }));
    vi.advanceTimersByTime(60_000);
    expect(later).not.toHaveBeenCalled();
    fireEvent.blur(screen.getByRole("button", { name: "Reload" }));
    vi.advanceTimersByTime(10_000);
    expect(later).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});
