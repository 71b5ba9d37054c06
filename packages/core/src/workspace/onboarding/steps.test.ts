import { parsePlan } from "@satchel/contract/plans.ts";
import { describe, expect, it } from "vitest";
import { canContinue, canSkip, decideAutoStep, firstStep, nextStep, planAtEnd, previousStep, stepNumber } from "./steps.ts";

describe("A2.5 onboarding wizard", () => {
  it("disables Continue until a plan is chosen", () => {
    expect(canContinue({ step: "plan", plan: undefined, isDriveConnected: false })).toBe(false);
    expect(canContinue({ step: "plan", plan: "free", isDriveConnected: false })).toBe(true);
  });

  it("disables Continue on the storage step of the free plan until connected", () => {
    expect(canContinue({ step: "storage", plan: "free", isDriveConnected: false })).toBe(false);
    expect(canContinue({ step: "storage", plan: "free", isDriveConnected: true })).toBe(true);
    expect(canContinue({ step: "storage", plan: "basic", isDriveConnected: false })).toBe(true);
    expect(canContinue({ step: "storage", plan: "pro", isDriveConnected: false })).toBe(true);
  });

  it("continues automatically once connected, on the free plan only", () => {
    expect(decideAutoStep({ step: "storage", plan: "free", isDriveConnected: true })).toBe("all-set");
    expect(decideAutoStep({ step: "storage", plan: "free", isDriveConnected: false })).toBe("storage");
    expect(decideAutoStep({ step: "storage", plan: "basic", isDriveConnected: true })).toBe("storage");
    expect(decideAutoStep({ step: "plan", plan: "free", isDriveConnected: true })).toBe("plan");
  });

  it("moves forward and back within the steps", () => {
    expect(nextStep({ step: "welcome", plan: undefined, isDriveConnected: false })).toBe("plan");
    expect(nextStep({ step: "plan", plan: undefined, isDriveConnected: false })).toBe("plan");
    expect(nextStep({ step: "all-set", plan: "free", isDriveConnected: true })).toBe("all-set");
    expect(previousStep("storage")).toBe("plan");
    expect(previousStep("welcome")).toBe("welcome");
    expect(stepNumber("all-set")).toBe(4);
  });

  it("starts with storage if a plan was chosen before", () => {
    expect(firstStep("free")).toBe("storage");
    expect(firstStep("pro")).toBe("storage");
    expect(firstStep(undefined)).toBe("welcome");
  });

  it("rejects a stored text that is not a plan", () => {
    expect(parsePlan("pro")).toBe("pro");
    expect(parsePlan("enterprise")).toBeUndefined();
  });
});

describe("A2.5 plan at the end of the wizard", () => {
  it.each([
    ["free", "basic", false, "basic"],
    ["free", "basic", true, "free"],
    ["free", "free", true, "free"],
    ["basic", "pro", false, "pro"],
    ["basic", "free", false, "basic"],
  ] as const)("%s, chosen %s, drive connected %s: %s", (current, chosen, isDriveConnected, plan) => {
    expect(planAtEnd({ current, chosen, isDriveConnected })).toBe(plan);
  });
});

describe("decision 0009 'Skip' on the third step", () => {
  it.each([
    [{ step: "storage", plan: "free", isDriveConnected: false }, true],
    [{ step: "storage", plan: "free", isDriveConnected: true }, false],
    [{ step: "storage", plan: "pro", isDriveConnected: false }, false],
    [{ step: "plan", plan: "free", isDriveConnected: false }, false],
  ] as const)("%j: %s", (onboarding, expected) => {
    expect(canSkip(onboarding)).toBe(expected);
  });
});
