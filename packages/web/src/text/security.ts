/** Sentences of the Security tab: password, recovery key, devices, the end of the account. Spec B §2 "Security", B §5, encryption.md 3.5. */
import type { Letting } from "@satchel/core/vault/account/approval-service-types.ts";

export const securityText = {
  settings: "Settings",
  security: "Security",

  changeTitle: "Change password",
  changeSentence: "Your notes are not touched: only the lock gets a new key. Every other device has to sign in again.",
  emailFixed: "Your email address cannot be changed.",
  change: "Change Password",
  changing: "Changing...",
  changed: "Password Changed Successfully",
  changedSentence: "Use the new password from now on. Other devices have been signed out.",

  keySentence: "The way back to your notes when the password is forgotten. It is shown to whoever types the password.",
  keyShow: "Show recovery key",
  keyReplace: "Make a new one",
  keyReplaceSentence:
    "The new key takes the place of the old one everywhere we keep it. Whoever copied your notes and the old key before can still open that copy.",
  keyPassword: "Your password",
  keyNewSentence: "This is your new recovery key. Write it down; the old one counts until you have typed three of its groups.",
  keyReplaced: "Your new recovery key is confirmed. The old one opens nothing any more.",
  done: "Done",

  devicesTitle: "Devices",
  devicesSentence: "Everything that is signed in to your account.",
  devicesFailed: "The list could not be loaded.",
  thisDevice: "This device",
  limitedDevice: "Waiting for a new password",
  lastSeen: (when: string) => `Last seen ${when}`,
  signedIn: (when: string) => `Signed in ${when}`,
  endSession: "Sign out",
  endTitle: "Sign this device out?",
  endMessage: "It drops its key and its readable copies. What it has not sent yet stays there, sealed, until you sign in on it again.",
  ended: "Signed out on that device",

  approveTitle: "Let another device in",
  approveNone: "When a new device asks to be let in, it shows here.",
  approveSentence: "A device asks for the key to your notes. Let it in only if you are asking yourself, just now.",
  approveFrom: (network: string, when: string) => `From ${network}, ${when}`,
  approve: "Let it in",
  refuse: "Refuse",
  approveWaiting: "Waiting for the other device to show its code…",
  approveCode: "Code on the other device",
  approveCodeHint: "Eight digits. One try.",
  approveSend: "Send the key",
  approved: "The key is on its way. Confirm on the other device that this one has accepted the code.",

  adoptTitle: "Notes from another vault",
  adoptSentence:
    "After starting over, or with a drive that was used with another account: an older recovery key or password brings its notes back into this vault.",
  adoptBy: "Recovery key or old password",
  adopt: "Open its notes",
  adopted: "Its notes open here from now on. They appear with the next sync.",

  deleteTitle: "Delete account",
  deleteSentence:
    "Removes your account, keys, sessions and managed files from our server, for good. What lies in your own drive stays there, readable only with your recovery key, unless you erase it too.",
  delete: "Delete account…",
  deleteAskTitle: "Delete your account for good?",
  deletionRequestedTitle: "Account deletion requested",
  deleteAskSentence: "This cannot be undone. Notes that were not sent anywhere yet are deleted from this device too.",
  deleteErase: (label: string) => `Erase my notes in ${label} too, past its trash`,
  deletePhrase: "DELETE",
  deleteType: (word: string) => `Type ${word} to confirm`,
  deleteConfirm: "Delete my account",
} as const;

export const lettingEndText = {
  refused: "It was refused or withdrawn.",
  expired: "The request has run out, or another device has answered it.",
  failed: "The two devices did not understand each other. Nothing was sent.",
  "code-wrong": "That was not the code. Nothing was sent; the other device has to ask again.",
} as const satisfies Record<Extract<Letting, { readonly kind: "ended" }>["reason"], string>;
