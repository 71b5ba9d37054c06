/** A burst of resets for addresses without an account, so that the owner's own reset is dropped. docs/decisions/0016. */
import { forgot, makeAccount, signIn, waitForPasswords } from "../accounts.ts";
import { type Attack, closed, open } from "../attack.ts";

const EMAIL = "owner@example.org";
/** More than the 100 that are worked on at the same time. */
const BURST = 110;

export const attack: Attack = {
  line: 24,
  title: "a burst of resets that drops the owner's",
  async run({ startServer }) {
    const server = await startServer();
    await makeAccount(server, EMAIL);
    const burst = Array.from({ length: BURST }, (_, at) => forgot(server, `nobody${at}@example.org`));
    const others = await Promise.all(burst);
    const own = await forgot(server, EMAIL);
    const isAlike = others.every(({ status, body }) => status === own.status && JSON.stringify(body) === JSON.stringify(own.body));
    let mailed: readonly string[] = [];
    // Each reset computes a hash, which takes long on a busy machine.
    for (let tried = 0; tried < 12 && own.status === 200 && mailed.length === 0; tried += 1)
      mailed = await waitForPasswords(server, EMAIL, 1);
    const seen = `behind ${BURST} others the owner's reset got ${own.status} and ${mailed.length} mail, ${isAlike ? "and the same answer as they" : "and another answer than they"}`;
    // A queue serves the owner in the end, and a full one reports it.
    const [password] = mailed;
    const opened = password === undefined ? undefined : await signIn(server, EMAIL, password);
    const isServed = opened?.status === 200;
    const isRefused = own.status === 429;
    return (isServed || isRefused) && isAlike ? closed(seen) : open(seen);
  },
};
