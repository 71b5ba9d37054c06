import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

const scrollIntoView = vi.fn();
const scrollBy = vi.fn();
const STUBS = { scrollWidth: 1200, scrollBy, scrollIntoView } as const;
const before = Object.keys(STUBS).map((name) => [name, Object.getOwnPropertyDescriptor(HTMLElement.prototype, name)] as const);

/** jsdom has no layout: makes the row of tabs wider than a phone. */
beforeEach(() => {
  for (const [name, value] of Object.entries(STUBS)) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value });
});
afterEach(() => {
  for (const [name, kept] of before) {
    if (kept === undefined) Reflect.deleteProperty(HTMLElement.prototype, name);
    else Object.defineProperty(HTMLElement.prototype, name, kept);
  }
});

describe("B2 Settings on a phone", () => {
  it("indicates more tabs than fit, scrolls to them, and shows the selected one", async () => {
    const { user } = await renderApp({ session: SIGNED_IN, path: "/notes", widthPx: 390 });
    await user.click(await screen.findByRole("button", { name: "Menu" }));
    await user.click(await screen.findByRole("button", { name: "Settings" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Settings" }));
    expect(dialog.queryByRole("button", { name: "Scroll tabs left" })).toBeNull();
    await user.click(await dialog.findByRole("button", { name: "Scroll tabs right" }));
    expect(scrollBy).toHaveBeenCalledTimes(1);

    scrollIntoView.mockClear();
    const tab = dialog.getByRole("tab", { name: "Sync and devices" });
    await user.click(tab);
    expect(scrollIntoView.mock.contexts).toContain(tab);
    expect(dialog.getByRole("heading", { name: "Sync and devices", level: 3 })).toBeTruthy();
    expect(dialog.getByRole("button", { name: "Close" })).toBeTruthy();
  });
});

describe("B2 Settings by the keyboard", () => {
  it("keeps the focus on the tabs while arrow keys pass tabs with forms", async () => {
    const { user } = await renderApp({ session: SIGNED_IN, path: "/notes" });
    await user.click((await screen.findAllByRole("button", { name: "Settings" }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole("dialog", { name: "Settings" }));
    await user.click(dialog.getByRole("tab", { name: "Security" }));
    for (const name of ["AI Settings", "Cloud Storage"]) {
      await user.keyboard("{ArrowDown}");
      expect(document.activeElement).toBe(dialog.getByRole("tab", { name }));
    }
  });
});
