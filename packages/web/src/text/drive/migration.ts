/** Text for changing the plan or storage later. Decision 0010. */
import type { PlanType } from "@satchel/contract/plans.ts";
import type { MoveProblem, MoveState } from "@satchel/core/transfer/storage-migration/move-service-types.ts";
import { paymentNote, planText } from "../account/plans.ts";

const nameOf = (plan: PlanType) => planText[plan].name;
const format = (count: number) => count.toLocaleString("en-GB");

export const migrationText = {
  title: "Plan and storage",
  yours: "Your plan",
  changeTo: (plan: PlanType) => `Change to ${nameOf(plan)}`,
  confirmTitle: (plan: PlanType) => `Change to ${nameOf(plan)}?`,
  price: (plan: PlanType) =>
    plan === "free" ? "The Free plan doesn't cost anything." : `The ${nameOf(plan)} plan costs ${planText[plan].price}. ${paymentNote}`,
  /** Explanation by direction of the move: where notes are now, and where they will be. */
  toManaged:
    "Your notes are copied from your drive to managed storage and stay encrypted. Your plan changes only after all of them have been copied and verified. You can keep writing in the meantime.",
  toOwnDrive:
    "Your notes are copied from managed storage to your own drive and stay encrypted. Your plan changes only after all of them have been copied and verified. You can keep writing in the meantime.",
  fromHere:
    "Your notes are uploaded from this device to managed storage, encrypted before they leave. You can keep writing in the meantime.",
  former: "Your old storage keeps its copy.",
  sameStorage: "Your notes stay where they are. Only your storage limit changes.",
  confirm: "Change plan",

  preparing: "Checking what needs to be copied…",
  copied: (done: number, total: number) => `${format(done)} of ${format(total)} files copied`,
  copying: (plan: PlanType) => `Your notes are moving to the ${nameOf(plan)} plan.`,
  finishing: (plan: PlanType) => `Your plan is now ${nameOf(plan)}. Your latest changes are being copied.`,
  elsewhere: (plan: PlanType) => `A change to the ${nameOf(plan)} plan was started on another device.`,
  needsDrive: (plan: PlanType) => `Connect your own drive to continue moving your notes to the ${nameOf(plan)} plan.`,
  stopped: (plan: PlanType) => `Moving to the ${nameOf(plan)} plan has stopped.`,
  untouched: "Your notes haven't moved.",
  connect: "Connect drive",
  goOn: "Continue",
  goOnHere: "Continue here",
  cancel: "Cancel change",
  cancelling: "Canceling…",
} as const;

export const moveProblemText = {
  unreachable: "Can't reach one of the two storage locations. Retrying automatically.",
  "source-lost": "Satchel no longer has access to the storage your notes are in. Reconnect it first.",
  "not-offered": "Not available on this server",
  "too-small": "There isn't enough space for your notes.",
  damaged: "Some files weren't copied correctly.",
  restless: "Your notes kept changing on other devices. Please try again later.",
  "not-signed-in": "Please sign in again.",
  failed: "Something went wrong.",
} as const satisfies Record<MoveProblem, string>;

/** Describes the progress in one or two sentences; undefined if nothing is in progress. */
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
