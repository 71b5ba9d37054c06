/** Sign-in parameters that make the server compute for long, and typed passwords that fill its queue while another user signs in. */
import { randomBytes } from "node:crypto";
import { login, prelogin, register } from "@satchel/contract/accounts/auth.ts";
import { type Attack, closed, open } from "../attack.ts";

const RUINOUS = { alg: "argon2id", m: 1_048_576, t: 10, p: 1 };
const USUAL = { alg: "argon2id", m: 65_536, t: 3, p: 1 };
const FLOOD = 60;
/**
 * Maximum number of the flood's passwords computed before the other user is signed in. Counted, not timed, because the time per password
 * depends on the machine.
 */
const BEFORE_THE_OTHER = FLOOD / 4;

const aSecret = () => `s1_${randomBytes(32).toString("base64url")}`;
const withSalt = (kdf: object) => ({ ...kdf, salt: randomBytes(16).toString("base64url") });

export const attack: Attack = {
  line: 6,
  title: "sign-in parameters that make the server compute for long",
  measuresTime: true,
  async run({ startServer }) {
    // Uses the production limits instead of those for test runs.
    const { origin } = await startServer({ SATCHEL_TEST: "" });
    const post = (path: string, body: object) =>
      fetch(origin + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const ruinous = await post(register.path, { email: "mallory@example.org", password: aSecret(), kdf: withSalt(RUINOUS) });
    if (ruinous.status !== 400) return open(`an account with 1 GiB and 10 passes was answered ${ruinous.status}`);
    const ada = { email: "ada@example.org", password: aSecret() };
    const made = await post(register.path, { ...ada, kdf: withSalt(USUAL) });
    if (made.status !== 200) throw new Error(`the other account could not be made: ${made.status}`);

    let computed = 0;
    const flood = Array.from({ length: FLOOD }, async (_, at) => {
      const email = at % 2 === 0 ? "mallory@example.org" : `user${at}@example.org`;
      const { status } = await post(login.path, { email, password: "Typed password 1" });
      if (status !== 429) computed += 1;
    });
    const began = performance.now();
    const asked = await post(prelogin.path, { email: ada.email });
    const entered = await post(login.path, ada);
    const waitedMs = Math.round(performance.now() - began);
    const before = computed;
    await Promise.all(flood);
    const seen = `1 GiB refused; of ${FLOOD} typed sign-ins ${computed} were computed, ${before} of them before another user was in, after ${waitedMs} ms (${asked.status}, ${entered.status})`;
    return entered.status === 200 && before <= BEFORE_THE_OTHER ? closed(seen) : open(seen);
  },
};
