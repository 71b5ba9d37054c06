// @vitest-environment node
import { readFileSync } from "node:fs";
import { BACKGROUND_COLORS, TEXT_COLORS } from "@satchel/core/document/colors/palette.ts";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("../../styles/note-colors.css", import.meta.url), "utf8");

describe("A2.14 text colour and background", () => {
  it.each(Object.entries(TEXT_COLORS))("has a dark shade of the text color %s", (_, color) => {
    expect(css).toContain(`[style^="color: ${color}"]`);
  });

  it.each(Object.entries(BACKGROUND_COLORS))("has a dark shade of the background %s", (_, color) => {
    expect(css).toContain(`[style*="background-color: ${color}"]`);
  });
});
