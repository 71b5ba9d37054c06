/** Sentences of local mode's way into an account: suggested, offered, under way, done. Spec B §2 "Other elements", B §4 "Local mode", decisions §5 "Upgrade". */
import type { UpgradeOption } from "@satchel/contract/local.ts";
import type {
  UpgradeCounts,
  UpgradeHold,
  UpgradeProblem,
  UpgradeState,
  UpgradeStep,
} from "@satchel/core/transfer/upgrade/upgrade-service-types.ts";
import { accountProblemText } from "./account-problems.ts";
import { planText } from "./plans.ts";
import type { StorageLabel } from "./storage-label.ts";

const format = (count: number) => count.toLocaleString("en-GB");
const counted = (count: number, one: string, many: string) => (count === 0 ? [] : [`${format(count)} ${count === 1 ? one : many}`]);

function listOf({ notes, folders, attachments, drafts }: UpgradeCounts): string {
  const parts = [
    ...counted(notes, "note", "notes"),
    ...counted(folders, "folder", "folders"),
    ...counted(attachments, "attachment", "attachments"),
    ...counted(drafts, "unsaved text", "unsaved texts"),
  ];
  const last = parts.at(-1) ?? "nothing";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

export const upgradingText = {
  offered: (counts: UpgradeCounts) => `This browser keeps ${listOf(counts)} from local mode. Move them into your account?`,
  offeredDetail: (storage: StorageLabel, email: string) =>
    `They move into the account ${email}. They are deleted here only after all of them were read back from your ${storage} and compared.`,
  move: "Move them",
  notNow: "Not now",
  moved: (counts: UpgradeCounts) =>
    `${upperFirst(listOf(counts))} moved into your account. This browser keeps nothing of local mode any more.`,
  failed: (problem: UpgradeProblem, storage: StorageLabel) => `Failed to sync to cloud: ${upgradeProblemText(problem, storage)}`,
  untouched: "Nothing was deleted on this device.",
  tryAgain: "Try again",
  unlock: "Unlock…",
  join: "Enter the password…",
  joinTitle: "Move local mode’s Sensitive folder",
  joinSentence: "Its password opens the key of its notes, which then joins your account. No note is opened on the way.",
  joinKept: "From then on the same password unlocks them in your account, and your recovery key can set a new one.",
  joinUnder: "Your account has a Sensitive folder of its own. From then on that folder’s password unlocks both.",
  joinPassword: "Password of local mode’s Sensitive folder",
  joinOwn: "Password of your account’s Sensitive folder",
  joinSubmit: "Move them",
  joining: "Moving…",
  joinFailed: "Password validation failed. Please try again.",
  suggestion: (notes: number, size: string) =>
    `${notes === 1 ? "One note" : `${format(notes)} notes`} (${size}) in this browser only. An account keeps them encrypted in your own drive and on all your devices.`,
  options: (options: readonly UpgradeOption[]) => {
    const managed = options
      .filter(({ storageBytes, fits }) => storageBytes !== null && fits)
      .map(({ planType }) => planText[planType].name);
    const storage = managed.length === 0 ? "" : `, ${managed.join(" and ")} in storage that this server manages`;
    return `The Free plan keeps them in your own drive${storage}.`;
  },
  signUp: "Sign Up to Sync",
} as const;

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const stepText = (storage: StorageLabel) =>
  ({
    copying: "Your notes from local mode are being taken into your account.",
    sending: `Your notes from local mode are on their way to your ${storage}.`,
    checking: `Your notes from local mode are being read back from your ${storage} and compared.`,
  }) satisfies Record<UpgradeStep, string>;

const holdText = (storage: StorageLabel) =>
  ({
    "no-drive": `It goes on once a ${storage} is connected.`,
    unreachable: `Your ${storage} does not answer just now; it goes on by itself.`,
    "storage-full": `Your ${storage} has no room left; it goes on once there is some.`,
    refused: `Your ${storage} refused some of them; Settings, Sync, says which.`,
    sensitive: "Enter it to move them too; until then they stay on this device.",
    "sensitive-locked":
      "A sensitive note was changed both in local mode and in your account. Unlock the Sensitive folder, and both are kept; until then your sensitive notes stay on this device.",
  }) satisfies Record<UpgradeHold, string>;

export function upgradeProblemText(problem: UpgradeProblem, storage: StorageLabel): string {
  switch (problem.kind) {
    case "storage-denied":
      return "this browser does not let Satchel store anything.";
    case "storage-full":
      return "there is no room left on this device.";
    case "storage-broken":
      return "this browser's storage did not answer as it should.";
    case "other-library":
      return "another account's notes lie on this device.";
    case "vault-locked":
      return "your account is locked on this device.";
    case "account-refused":
      return accountProblemText[problem.reason];
    case "too-large":
      return "an attachment is larger than an account takes.";
    case "changed-in-both":
      return "a sensitive note was changed both in local mode and in your account, and its text here cannot be opened. In local mode, delete it or write it anew.";
    case "differs":
      return `“${problem.title.trim() || "Untitled Note"}” came back from your ${storage} with another content.`;
  }
}

/** What is going on, in one or two sentences. */
export function upgradeProgress(state: Extract<UpgradeState, { readonly kind: "moving" }>, storage: StorageLabel): string {
  const { step, done, total, hold, sensitiveCount = 0 } = state;
  const isOnlyWaiting = sensitiveCount > 0 && total === 0;
  const progress = isOnlyWaiting ? [] : [stepText(storage)[step], ...(total === 0 ? [] : [`${format(done)} of ${format(total)}.`])];
  const waiting = hold === "sensitive" ? [sensitiveWait(sensitiveCount)] : [];
  return [...progress, ...waiting, ...(hold === undefined ? [] : [holdText(storage)[hold]])].join(" ");
}

function sensitiveWait(count: number): string {
  if (count === 0) return "A sensitive draft waits for the password of local mode’s Sensitive folder.";
  const notes = count === 1 ? "1 sensitive note waits" : `${format(count)} sensitive notes wait`;
  return `${notes} for the password of local mode’s Sensitive folder.`;
}
