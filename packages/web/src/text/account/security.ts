/** Text of the Security tab: password, recovery key, devices, deleting the account. Spec B §2 "Security", B §5, encryption.md 3.5. */
import type { Letting } from "@satchel/core/vault/account/approval-service-types.ts";

export const securityText = {
  scrollLeft: "Scroll tabs left",
  scrollRight: "Scroll tabs right",
  settings: "Settings",
  security: "Security",

  changeTitle: "Change password",
  changeSentence: "Your notes stay as they are. All other devices have to sign in again.",
  emailFixed: "Your email address cannot be changed.",
  change: "Change Password",
  changing: "Changing...",
  changed: "Password Changed Successfully",
  changedSentence: "Use your new password from now on. Other devices have been signed out.",

  keySentence: "Unlocks your notes if you forget your password. Enter your password to see it.",
  keyShow: "Show recovery key",
  keyReplace: "Create a new key",
  keyReplaceSentence: "The new key replaces the old one. Anyone who already copied your notes and the old key can still open that copy.",
  keyPassword: "Your password",
  keyNewSentence: "This is your new recovery key. Write it down. The old one works until you've entered three groups of the new one.",
  keyReplaced: "Your new recovery key is confirmed. The old one no longer works.",
  done: "Done",

  devicesTitle: "Devices",
  devicesSentence: "Devices signed in to your account.",
  devicesFailed: "The list couldn't be loaded.",
  thisDevice: "This device",
  limitedDevice: "Waiting for a new password",
  lastSeen: (when: string) => `Last seen ${when}`,
  signedIn: (when: string) => `Signed in ${when}`,
  endSession: "Sign out",
  endTitle: "Sign this device out?",
  endMessage: "Its key and readable copies are deleted. Unsynced changes stay on it, encrypted, until you sign in there again.",
  ended: "Signed out on that device",

  approveTitle: "Approve a device",
  approveNone: "Requests from new devices appear here.",
  approveSentence: "A device is asking for the key to your notes. Approve it only if you started this request just now.",
  approveFrom: (network: string, when: string) => `From ${network}, ${when}`,
  approve: "Approve",
  refuse: "Decline",
  approveWaiting: "Waiting for the other device to show its code…",
  approveCode: "Code on the other device",
  approveCodeHint: "Eight digits. You have one try.",
  approveSend: "Send the key",
  approved: "Key sent. On the other device, confirm that this one accepted the code.",

  adoptTitle: "Recover notes from an old vault",
  adoptSentence:
    "If you started over, or connected a drive that was used with another account, an old recovery key or password brings those notes into this vault.",
  adoptBy: "Recovery key or old password",
  adopt: "Recover notes",
  adopted: "You can open these notes here now. They'll appear after the next sync.",

  deleteTitle: "Delete account",
  deleteSentence:
    "Permanently deletes your account, keys, sessions, and managed files from our server. Files in your own drive stay there, readable only with your recovery key, unless you erase them too.",
  delete: "Delete account…",
  deleteAskTitle: "Delete your account permanently?",
  deletionRequestedTitle: "Account deletion requested",
  deleteAskSentence: "This can't be undone. Notes that haven't been uploaded are deleted from this device too.",
  deleteErase: (label: string) => `Also erase my notes in ${label} permanently`,
  deletePhrase: "DELETE",
  deleteType: (word: string) => `Type ${word} to confirm`,
  deleteConfirm: "Delete my account",
} as const;

export const lettingEndText = {
  refused: "The request was declined or withdrawn.",
  expired: "The request expired, or another device answered it.",
  failed: "The devices couldn't connect securely. Nothing was sent.",
  "code-wrong": "That code is incorrect. Nothing was sent. Start a new request on the other device.",
} as const satisfies Record<Extract<Letting, { readonly kind: "ended" }>["reason"], string>;
