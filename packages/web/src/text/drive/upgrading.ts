/**
 * Text for moving from local mode into an account: suggestion, offer, progress, result. Spec B §2 "Other elements", B §4 "Local mode",
 * decision 0005 "Upgrade".
 */
import type { UpgradeOption } from "@satchel/contract/accounts/local.ts";
import type {
  UpgradeCounts,
  UpgradeHold,
  UpgradeProblem,
  UpgradeState,
  UpgradeStep,
} from "@satchel/core/transfer/upgrade/upgrade-service-types.ts";
import { accountProblemText } from "../account/account-problems.ts";
import { planText } from "../account/plans.ts";
import type { StorageLabel } from "../storage-label.ts";

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
  offered: (counts: UpgradeCounts) => `This browser has ${listOf(counts)} from local mode. Move them into your account?`,
  offeredDetail: (storage: StorageLabel, email: string) =>
    `They'll move into the account ${email}. They're deleted here only after all of them have been uploaded to your ${storage} and verified.`,
  move: "Move them",
  notNow: "Not now",
  moved: (counts: UpgradeCounts) =>
    `${upperFirst(listOf(counts))} moved into your account. Nothing from local mode is left in this browser.`,
  failed: (problem: UpgradeProblem, storage: StorageLabel) => `Failed to sync to cloud: ${upgradeProblemText(problem, storage)}`,
  untouched: "Nothing was deleted on this device.",
  tryAgain: "Try again",
  unlock: "Unlock…",
  join: "Enter the password…",
  joinTitle: "Move local mode's Sensitive folder",
  joinSentence: "Its password unlocks the key to its notes, which is then added to your account. The notes stay encrypted.",
  joinKept: "After that, the same password unlocks them in your account, and you can set a new one with your recovery key.",
  joinUnder: "Your account already has a Sensitive folder. After the move, that folder's password unlocks both.",
  joinPassword: "Password for local mode's Sensitive folder",
  joinOwn: "Password for your account's Sensitive folder",
  joinSubmit: "Move them",
  joining: "Moving…",
  joinFailed: "Password validation failed. Please try again.",
  suggestion: (notes: number, size: string) =>
    `${notes === 1 ? `One note (${size}) is` : `${format(notes)} notes (${size}) are`} only in this browser. With an account, your notes are encrypted and available on all your devices.`,
  options: (options: readonly UpgradeOption[]) => {
    const managed = options
      .filter(({ storageBytes, fits }) => storageBytes !== null && fits)
      .map(({ planType }) => planText[planType].name);
    const storage = managed.length === 0 ? "" : `, ${managed.join(" and ")} in storage this server manages`;
    return `The Free plan keeps them in your own drive${storage}.`;
  },
  signUp: "Sign Up to Sync",
} as const;

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const stepText = (storage: StorageLabel) =>
  ({
    copying: "Copying your local mode notes into your account.",
    sending: `Uploading your local mode notes to your ${storage}.`,
    checking: `Verifying your local mode notes in your ${storage}.`,
  }) satisfies Record<UpgradeStep, string>;

const holdText = (storage: StorageLabel) =>
  ({
    "no-drive": `Connect a ${storage} to continue.`,
    unreachable: `Your ${storage} isn't responding. Retrying automatically.`,
    "storage-full": `Your ${storage} is full. Free up space to continue.`,
    refused: `Your ${storage} rejected some of them. See Settings > Sync and devices.`,
    sensitive: "Enter it to move them too. Until then, they stay on this device.",
    "sensitive-locked":
      "A sensitive note was changed both in local mode and in your account. Unlock the Sensitive folder to keep both. Until then, your sensitive notes stay on this device.",
  }) satisfies Record<UpgradeHold, string>;

function upgradeProblemText(problem: UpgradeProblem, storage: StorageLabel): string {
  switch (problem.kind) {
    case "storage-denied":
      return "this browser doesn't allow Satchel to store data.";
    case "storage-full":
      return "there's no space left on this device.";
    case "storage-broken":
      return "this browser's storage didn't respond as expected.";
    case "other-library":
      return "notes from another account are on this device.";
    case "vault-locked":
      return "your account is locked on this device.";
    case "account-refused":
      return accountProblemText[problem.reason];
    case "too-large":
      return "an attachment is too large for an account.";
    case "changed-in-both":
      return "a sensitive note was changed both in local mode and in your account, and its text here can't be decrypted. In local mode, delete it or rewrite it.";
    case "differs":
      return `“${problem.title.trim() || "Untitled Note"}” in your ${storage} doesn't match the original.`;
  }
}

/** Describes the progress in one or two sentences. */
export function upgradeProgress(state: Extract<UpgradeState, { readonly kind: "migrating" }>, storage: StorageLabel): string {
  const { step, done, total, hold, sensitiveCount = 0 } = state;
  const isOnlyWaiting = sensitiveCount > 0 && total === 0;
  const progress = isOnlyWaiting ? [] : [stepText(storage)[step], ...(total === 0 ? [] : [`${format(done)} of ${format(total)}.`])];
  const waiting = hold === "sensitive" ? [sensitiveWait(sensitiveCount)] : [];
  return [...progress, ...waiting, ...(hold === undefined ? [] : [holdText(storage)[hold]])].join(" ");
}

function sensitiveWait(count: number): string {
  if (count === 0) return "A sensitive draft needs the password for local mode's Sensitive folder.";
  const notes = count === 1 ? "1 sensitive note needs" : `${format(count)} sensitive notes need`;
  return `${notes} the password for local mode's Sensitive folder.`;
}
