// @vitest-environment node
import { describe, expect, it } from "vitest";
import { statusSentence } from "./pages/status.ts";

const sentence = (
  kind: "not-an-image" | "image-too-large" | "image-too-many-pixels" | "image-worker-failed",
  source: "picked" | "pasted" | "dropped",
): string => statusSentence({ id: "image-problem", problem: { kind }, source }, "drive");

describe("A8 messages about images that could not be inserted", () => {
  it.each([
    ["not-an-image", "picked", "Please select a valid image file"],
    ["image-too-large", "dropped", "File size too large. Maximum allowed size is 50MB."],
    ["image-too-many-pixels", "pasted", "The image has too many pixels. Make it smaller than 134 megapixels and try again."],
    ["image-worker-failed", "picked", "Failed to process image. Please try again."],
    ["image-worker-failed", "pasted", "Failed to process pasted image. Please try again."],
  ] as const)('maps %s to "%s"', (kind, source, expected) => {
    expect(sentence(kind, source)).toBe(expected);
  });
});
