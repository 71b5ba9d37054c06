/** Parameters of the kdf as a way to find accounts: some accounts have stronger ones than the default. encryption.md 3.5 (2), decision 0046. */
import { toNewVault } from "../../packages/server/src/testing/keys.ts";
import { aKdf, aSecret, aVault, post } from "../accounts.ts";
import { type Attack, closed, open } from "../attack.ts";

const STRONG = { m: 131_072, t: 4 };
const UNKNOWN = 40;

type Kdf = { readonly m: number; readonly t: number; readonly salt: string };

export const attack: Attack = {
  line: 21,
  title: "telling accounts with a stronger kdf from addresses without an account",
  async run({ startServer }) {
    const server = await startServer();
    for (const [at, shape] of [{}, {}, STRONG, STRONG].entries()) {
      const body = { email: `owner${at}@example.org`, password: aSecret(), kdf: { ...aKdf(), ...shape }, keys: toNewVault(aVault()) };
      const { status } = await post(server, "/api/auth/register", { body });
      if (status !== 200) throw new Error(`no account: ${status}`);
    }
    const kdfOf = async (email: string): Promise<Kdf> => (await post(server, "/api/auth/prelogin", { body: { email } })).body.kdf;
    const owner = await kdfOf("owner2@example.org");
    if (owner.m !== STRONG.m) throw new Error("the account has no stronger kdf");
    const unknown = Array.from({ length: UNKNOWN }, (_, at) => `nobody${at}@example.org`);
    const first = await Promise.all(unknown.map(kdfOf));
    const second = await Promise.all(unknown.map(kdfOf));
    const strong = first.filter(({ m, t }) => m === STRONG.m && t === STRONG.t).length;
    const isSteady = JSON.stringify(first) === JSON.stringify(second);
    const salts = new Set(first.map(({ salt }) => salt)).size;
    const seen = `${strong} of ${UNKNOWN} unknown addresses have the stronger parameters, ${salts} salts, ${isSteady ? "the same each time" : "other ones each time"}`;
    return strong > 0 && strong < UNKNOWN && isSteady && salts === UNKNOWN ? closed(seen) : open(seen);
  },
};
