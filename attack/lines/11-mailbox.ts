/** An attacker with access to the mailbox only tries to take over the account, start over in it, and delete it. docs/decisions/0016. */
import { aKdf, aSecret, aVault, forgot, mailsTo, makeAccount, post, signIn, waitForPasswords } from "../accounts.ts";
import { type Attack, closed, open } from "../attack.ts";

const EMAIL = "owner@example.org";

export const attack: Attack = {
  line: 11,
  title: "an account through its mailbox alone",
  async run({ startServer }) {
    const server = await startServer();
    const owner = await makeAccount(server, EMAIL);
    await forgot(server, EMAIL);
    const [mailed = ""] = await waitForPasswords(server, EMAIL, 1);
    const token: string = (await signIn(server, EMAIL, mailed)).body.token;
    const fresh = aVault();
    const newPassword = aSecret();
    const tries = [
      await post(server, "/api/auth/change-password", { body: { newPassword, kdf: aKdf() }, token }),
      await post(server, "/api/auth/change-password", { body: { newPassword, kdf: aKdf(), proof: fresh.proof }, token }),
      await post(server, "/api/auth/delete-account", { body: { password: newPassword }, token }),
      await post(server, "/api/auth/delete-account", { body: { password: mailed }, token }),
      await post(server, "/api/keys/start-over", {
        body: { password: mailed, rev: 1, document: fresh.document, pw: { entryId: "", wrap: fresh.pw } },
        token,
      }),
    ];
    // The pending request neither takes effect nor disappears with a restart.
    await server.restart();
    const own = await signIn(server, EMAIL, owner.password);
    const theirs = await signIn(server, EMAIL, newPassword);
    const isAnnounced = (await mailsTo(server, EMAIL)).some(
      (mail) => mail.includes("will be reset in 72 hours") && mail.includes("/account/cancel/"),
    );
    const statuses = tries.map(({ status }) => status).join(", ");
    const seen = `the tries got ${statuses}; then the owner's password got ${own.status}, the chosen one ${theirs.status}; announced: ${isAnnounced}`;
    const isHeld = tries.every(({ status }) => status >= 400) && own.status === 200 && theirs.status === 401 && isAnnounced;
    return isHeld ? closed(seen) : open(seen);
  },
};
