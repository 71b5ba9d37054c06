import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { focusText } from "./focus-text.ts";

afterEach(() => document.body.replaceChildren());

/** Focuses an element after a text was focused, and returns what has the focus some frames later. */
async function focusedLater(html: string): Promise<string | undefined> {
  document.body.innerHTML = `<div id="text" tabindex="0"></div>${html}`;
  const text = document.querySelector("#text") as HTMLElement;
  onTestFinished(focusText(text));
  document.querySelector<HTMLElement>("#other")?.focus();
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  return document.activeElement?.id;
}

describe("A2.14 focusing a text that a menu has opened", () => {
  it("takes the focus back from the menu's button, which gets it when the menu closes", async () => {
    expect(await focusedLater('<button id="other" aria-haspopup="menu"></button>')).toBe("text");
  });

  it.each([
    ["the palette's field", '<input id="other" role="combobox" aria-haspopup="listbox">'],
    ["another field", '<input id="other">'],
  ])("leaves it to %s, which was opened since", async (_, html) => {
    expect(await focusedLater(html)).toBe("other");
  });
});
