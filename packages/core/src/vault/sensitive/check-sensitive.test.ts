import { describe, expect, it } from "vitest";
import { checkSensitivePassword } from "./check-sensitive.ts";

describe("A5 sensitive password", () => {
  it.each([
    ["", "", { password: "password-missing", confirmation: "confirmation-missing" }],
    ["quiet", "quiet", { password: "password-too-short" }],
    ["quiet sea", "", { confirmation: "confirmation-missing" }],
    ["quiet sea", "quiet tea", { confirmation: "confirmation-differs" }],
    ["quiet sea", "quiet sea", {}],
    ["🌊🌊🌊🌊🌊🌊🌊🌊", "🌊🌊🌊🌊🌊🌊🌊🌊", {}],
  ])("checks %j repeated as %j", (password, confirmation, problems) => {
    expect(checkSensitivePassword({ password, confirmation })).toEqual(problems);
  });
});
