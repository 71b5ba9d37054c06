/** Sentences about changing plan or storage later. Issue 5. */
import type { PlanType } from "@satchel/contract/plans.ts";
import type { MoveProblem, MoveState } from "@satchel/core/transfer/storage-migration/move-service-types.ts";
import { planText } from "./plans.ts";

const nameOf = (plan: PlanType) => planText[plan].name;
const format = (count: number) => count.toLocaleString("en-GB");

export const migrationText = {
  title: "Plan and storage",
  yours: "Your plan",
  changeTo: (plan: PlanType) => `Change to ${nameOf(plan)}`,
  confirmTitle: (plan: PlanType) => `Change to ${nameOf(plan)}?`,
  /** Where notes are now, and where they will be. */
  toManaged:
    "Your notes are copied from your drive into managed storage, as encrypted as they are. Only when every one of them is there and checked does the plan change. You can go on writing meanwhile.",
  toOwnDrive:
    "Your notes are copied from managed storage into your own drive, as encrypted as they are. Only when every one of them is there and checked does the plan change. You can go on writing meanwhile.",
  fromHere: "Your notes are sent from this device into managed storage, encrypted before they leave. You can go on writing meanwhile.",
  former: "The former place keeps its copy.",
  sameStorage: "Your notes stay where they are. Only the room for them changes.",
  confirm: "Change plan",

  preparing: "Looking at what there is to copy…",
  copied: (done: number, total: number) => `${format(done)} of ${format(total)} files copied`,
  copying: (plan: PlanType) => `Your notes are moving to the ${nameOf(plan)} plan.`,
  finishing: (plan: PlanType) => `Your plan is ${nameOf(plan)} now. What was written in the last moment is being brought over.`,
  elsewhere: (plan: PlanType) => `A change to the ${nameOf(plan)} plan was begun on another device.`,
  needsDrive: (plan: PlanType) => `Connect your own drive, and your notes go on moving to the ${nameOf(plan)} plan.`,
  stopped: (plan: PlanType) => `Moving to the ${nameOf(plan)} plan has stopped.`,
  untouched: "Your notes are where they were.",
  connect: "Connect drive",
  goOn: "Continue",
  goOnHere: "Continue here",
  cancel: "Cancel the change",
  cancelling: "Cancelling…",
} as const;

export const moveProblemText = {
  unreachable: "One of the two places does not answer. It is tried again by itself.",
  "source-lost": "The place your notes are in does not let Satchel in any more. Reconnect it first.",
  "not-offered": "Not available on this server",
  "too-small": "Your notes need more room than there is.",
  damaged: "Something did not arrive as it was sent.",
  restless: "Other devices kept changing your notes. Try again in a quiet moment.",
  "not-signed-in": "Please sign in again.",
  failed: "Something went wrong.",
} as const satisfies Record<MoveProblem, string>;

/** What is going on, in one or two sentences; undefined when nothing is. */
export function moveSentence(state: MoveState): string | undefined {
  switch (state.kind) {
    case "none":
      return undefined;
    case "copying":
      return migrationText.copying(state.to);
    case "finishing":
      return migrationText.finishing(state.to);
    case "elsewhere":
      return migrationText.elsewhere(state.to);
    case "needs-drive":
      return migrationText.needsDrive(state.to);
    case "stopped":
      return `${migrationText.stopped(state.to)} ${moveProblemText[state.problem]}${state.isSwitched ? "" : ` ${migrationText.untouched}`}`;
  }
}

export function moveProgress(state: MoveState): string | undefined {
  if (state.kind !== "copying") return undefined;
  return state.done === undefined || state.total === undefined ? migrationText.preparing : migrationText.copied(state.done, state.total);
}
