import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

async function atAppearance() {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes" });
  await screen.findByRole("tab", { name: "All Notes" });
  await app.user.click(screen.getByRole("button", { name: "Settings" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Settings" }));
  await app.user.click(dialog.getByRole("tab", { name: "Writing" }));
  const choose = (label: string, option: string) => app.user.selectOptions(dialog.getByRole("combobox", { name: label }), option);
  return { ...app, dialog, choose };
}

describe("B2 Settings, Appearance", () => {
  it("applies font, size and line width of notes at once, and stores them", async () => {
    const { choose, services } = await atAppearance();
    const { dataset } = document.documentElement;
    expect([dataset.noteFont, dataset.noteSize, dataset.noteWidth]).toEqual(["sans", "normal", "normal"]);
    await choose("Font", "Serif");
    await choose("Text size", "Large");
    await choose("Line width", "Full width");
    expect([dataset.noteFont, dataset.noteSize, dataset.noteWidth]).toEqual(["serif", "large", "full"]);
    expect(services.preferences.read("appearance")).toBe("serif large full");
  });

  it("applies a theme, or follows the system", async () => {
    const { choose, services, dialog } = await atAppearance();
    const theme = () => (dialog.getByRole("combobox", { name: "Theme" }) as HTMLSelectElement).value;
    expect(theme()).toBe("system");
    await choose("Theme", "Black");
    expect(services.theme.store.getState()).toEqual({ theme: "amoled", chosen: "amoled" });
    await choose("Theme", "Follow system");
    expect(services.theme.store.getState()).toEqual({ theme: "light", chosen: undefined });
    expect(theme()).toBe("system");
  });
});
