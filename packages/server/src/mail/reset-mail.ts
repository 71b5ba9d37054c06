/** The words of the mail that carries a new password. Spec A §2.4. */
import type { Mail } from "./mailer.ts";

export function resetMail(to: string, password: string): Mail {
  const text = [
    "Hello,",
    "",
    "somebody, most likely you, asked for a new password for Satchel. Sign in with this one within an hour:",
    "",
    `    ${password}`,
    "",
    "You will then choose a new password of your own. Your old password stays valid until you have done so.",
    "Your notes are encrypted: to open them afterwards you need your recovery key, your old password,",
    "or a device on which you are still signed in.",
    "",
    "If you did not ask for this, you need not do anything.",
    "",
  ];
  return { to, subject: "Your new Satchel password", text: text.join("\n") };
}
