/** Failed sign-ins that lock out another user of the same network, and concurrent guesses that exceed a limit. */
import { randomBytes } from "node:crypto";
import { login, register } from "@satchel/contract/accounts/auth.ts";
import { type Attack, closed, open } from "../attack.ts";

const LIMIT = 10;
const PARALLEL = 33;
const FAILURES_OF_A_NETWORK = 110;

const aSecret = () => `s1_${randomBytes(32).toString("base64url")}`;

export const attack: Attack = {
  line: 10,
  title: "failed sign-ins that lock others out, and guesses in parallel",
  async run({ startServer }) {
    // Uses the production limits. All requests come from one address, as behind an undeclared proxy.
    const { origin } = await startServer({ SATCHEL_TEST: "" });
    const post = (path: string, body: object) =>
      fetch(origin + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const ada = { email: "ada@example.org", password: aSecret() };
    const kdf = { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: randomBytes(16).toString("base64url") };
    const made = (await (await post(register.path, { ...ada, kdf })).json()) as { readonly deviceToken?: string };

    const guesses = await Promise.all(Array.from({ length: PARALLEL }, () => post(login.path, { email: ada.email, password: aSecret() })));
    const tried = guesses.filter(({ status }) => status === 401).length;
    for (let at = 0; at < FAILURES_OF_A_NETWORK; at += 1) await post(login.path, { email: `user${at}@example.org`, password: aSecret() });
    const known = await post(login.path, { ...ada, deviceToken: made.deviceToken });
    const seen = `${tried} of ${PARALLEL} guesses at once were looked at; the owner's own browser was answered ${known.status} after ${FAILURES_OF_A_NETWORK} failures of its network`;
    return tried <= LIMIT && known.status === 200 ? closed(seen) : open(seen);
  },
};
