/** The texts of all mails that the server sends. Spec A §2.4, decision 0016. */
import { deviceName } from "@satchel/contract/devices/device-name.ts";
import type { Mail } from "./mailer.ts";

/** Origin of a request, shown so that the account's owner can recognize it. */
export type Origin = { readonly device: string; readonly network: string; readonly at: number /** Unix milliseconds. */ };

export function resetMail(to: string, password: string, origin: Origin): Mail {
  return mail(to, "Your new Satchel password", [
    "Someone, most likely you, asked for a new password for Satchel. Sign in with this one within an hour:",
    "",
    `    ${password}`,
    "",
    "You will then choose a new password of your own. Your old password stays valid until you have done so.",
    "Your notes are encrypted: to open them afterwards you need your recovery key, your old password,",
    "or a device on which you are still signed in. Without any of these, a new password takes 72 hours.",
    "",
    ...originLines(origin),
    "",
    "If you did not ask for this, you don't need to do anything.",
  ]);
}

const HAPPENED = {
  "signed-in": {
    subject: "New sign-in to your Satchel account",
    happened: "Someone, most likely you, signed in to your Satchel account on a device that was not seen there before.",
  },
  "password-changed": { subject: "Your Satchel password was changed", happened: "The password of your Satchel account was changed." },
  "recovery-key-changed": {
    subject: "Your Satchel recovery key was replaced",
    happened: "Your Satchel account has a new recovery key. The former one no longer opens your notes.",
  },
  "device-approved": {
    subject: "A device was let in to your Satchel notes",
    happened: "One of your devices let another one open your notes. This is the device that approved it:",
  },
} as const;
export type MailedActivity = keyof typeof HAPPENED;

/** Reports an event that would matter if someone else caused it. */
export function securityMail(to: string, kind: MailedActivity, origin: Origin): Mail {
  const { subject, happened } = HAPPENED[kind];
  return mail(to, subject, [
    happened,
    "",
    ...originLines(origin),
    "",
    "If this was not you, change your password and look through Settings, Security on a device of yours.",
  ]);
}

const STEPS = {
  reset: {
    subject: "Your Satchel password will be reset in 72 hours",
    happens:
      "Someone signed in with a password that we mailed to this address and chose a new one, without your recovery key or another device.\nIn 72 hours it replaces your password, and all devices are signed out.",
    instead: "If this was you, there is nothing to do. With your recovery key or a signed-in device you don't have to wait.",
  },
  delete: {
    subject: "Your Satchel account will be deleted in 72 hours",
    happens: "Someone asked to delete your Satchel account. In 72 hours it is deleted, together with all files that we store for you.",
    instead: "If this was you, there is nothing to do. With your recovery key you don't have to wait.",
  },
} as const;

/** Announces a delayed step. `link` cancels it. */
export function stepMail(to: string, kind: keyof typeof STEPS, { link, ...origin }: Origin & { readonly link: string }): Mail {
  const { subject, happens, instead } = STEPS[kind];
  return mail(to, subject, [happens, "", ...originLines(origin), "", instead, "If it was not you, cancel it here:", "", `    ${link}`]);
}

/** For an address without an account. `link` creates the account. */
export function verificationMail(to: string, { link, ...origin }: Origin & { readonly link: string }): Mail {
  return mail(to, "Confirm your email address for Satchel", [
    "Someone, most likely you, created a Satchel account with this address. Confirm it within 7 days:",
    "",
    `    ${link}`,
    "",
    "Then sign in with the password that was chosen.",
    "",
    ...originLines(origin),
    "",
    "If this was not you, do not confirm it: the account would have a password that someone else knows.",
  ]);
}

/** For an address that has an account. */
export function existingAccountMail(to: string, { link, ...origin }: Origin & { readonly link: string }): Mail {
  return mail(to, "You already have a Satchel account", [
    "Someone, most likely you, tried to create a Satchel account with this address. You already have one: sign in, or reset your password here:",
    "",
    `    ${link}`,
    "",
    ...originLines(origin),
    "",
    "If this was not you, you don't need to do anything.",
  ]);
}

function originLines({ device, network, at }: Origin): readonly string[] {
  return [`    When: ${new Date(at).toUTCString()}`, `    Device: ${deviceName(device) || "unknown"}`, `    Network: ${network}`];
}

function mail(to: string, subject: string, lines: readonly string[]): Mail {
  return { to, subject, text: ["Hello,", "", ...lines, ""].join("\n") };
}

/** The pages behind the links: the question, the confirmation, and a link that is no longer valid. */
export const linkPages = {
  cancel: {
    ask: {
      title: "Cancel this request?",
      sentence: "Your password and your account stay as they are. Everyone who got in with a password from our mail is signed out.",
      button: "Cancel the request",
    },
    done: {
      title: "The request is canceled",
      sentence: "Nothing was changed. If you did not ask for it, change the password of your mailbox.",
      next: "Open Satchel",
    },
    over: {
      title: "There is nothing to cancel",
      sentence: "This request was canceled before, has taken effect, or was replaced by another.",
      next: "Open Satchel",
    },
  },
  verify: {
    ask: {
      title: "Confirm your email address?",
      sentence: "Your account is created with the password that you chose. Confirm only if you registered yourself.",
      button: "Confirm my address",
    },
    done: { title: "Your account is ready", sentence: "Sign in with your email address and the password that you chose.", next: "Sign in" },
    over: {
      title: "This link is no longer valid",
      sentence: "It was used before, is older than 7 days, or the address already has an account. Sign in, or create the account again.",
      next: "Sign in",
    },
  },
} as const;
