/** An attacker with the password signs in and changes it without the owner's knowledge. docs/decisions/0016. */
import { aKdf, aSecret, forgot, mailsTo, makeAccount, post, signIn } from "../accounts.ts";
import { type Attack, closed, open } from "../attack.ts";

const EMAIL = "owner@example.org";
const SUBJECTS = ["New sign-in to your Satchel account", "Your Satchel password was changed", "Your new Satchel password"];

export const attack: Attack = {
  line: 14,
  title: "a sign-in that its owner never hears of",
  async run({ startServer }) {
    const server = await startServer();
    const owner = await makeAccount(server, EMAIL);
    const login = await fetch(`${server.origin}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/150.0" },
      body: JSON.stringify({ email: EMAIL, password: owner.password }),
    });
    const { token } = (await login.json()) as { readonly token: string };
    const newPassword = aSecret();
    await post(server, "/api/auth/change-password", { body: { currentPassword: owner.password, newPassword, kdf: aKdf() }, token });
    await forgot(server, EMAIL);
    const subjects = async () => (await mailsTo(server, EMAIL)).map((mail) => /^Subject: (.*?)\r?$/m.exec(mail)?.[1] ?? "");
    for (let looked = 0; looked < 100 && (await subjects()).length < SUBJECTS.length; looked += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    const mailed = await subjects();
    const own = (await signIn(server, EMAIL, newPassword)).body.token as string;
    const listed = await fetch(`${server.origin}/api/auth/activity`, { headers: { authorization: `Bearer ${own}` } });
    const { events } = (await listed.json()) as { readonly events: readonly { readonly kind: string }[] };
    const kinds = events.map(({ kind }) => kind);
    const seen = `mailed: ${mailed.join("; ")}; listed: ${kinds.join(", ")}`;
    const isNotified = SUBJECTS.every((subject) => mailed.includes(subject));
    return isNotified && ["signed-in", "password-changed", "reset-requested"].every((kind) => kinds.includes(kind))
      ? closed(seen)
      : open(seen);
  },
};
