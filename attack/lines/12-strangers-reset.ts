/**
 * A stranger requests resets to invalidate the passwords mailed to the owner, and guesses passwords to lock the owner out.
 * docs/decisions/0016.
 */
import { aSecret, forgot, makeAccount, signIn, waitForPasswords } from "../accounts.ts";
import { type Attack, closed, open } from "../attack.ts";

const EMAIL = "owner@example.org";
const GUESSES = 12;

export const attack: Attack = {
  line: 12,
  title: "a stranger's reset requests",
  async run({ startServer }) {
    // Uses the production limits.
    const server = await startServer({ SATCHEL_TEST: "0" });
    const owner = await makeAccount(server, EMAIL);
    await forgot(server, EMAIL);
    const [mailed = ""] = await waitForPasswords(server, EMAIL, 1);
    for (let asked = 0; asked < 3; asked += 1) await forgot(server, EMAIL);
    await waitForPasswords(server, EMAIL, 3);
    const former = await signIn(server, EMAIL, owner.password);
    for (let tried = 0; tried < GUESSES; tried += 1) await signIn(server, EMAIL, aSecret());
    const own = await signIn(server, EMAIL, mailed);
    const seen = `after three requests and ${GUESSES} guesses the former password got ${former.status}, the mailed one ${own.status}`;
    return former.status === 200 && own.status === 200 ? closed(seen) : open(seen);
  },
};
