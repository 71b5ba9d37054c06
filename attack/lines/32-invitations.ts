/** Invitations: guessed, used by many at once, used again, altered, missing, for an address that is taken. Decision 0013. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { createInvitations } from "../../packages/server/src/accounts/registration/invitations.ts";
import { dataFolderAt } from "../../packages/server/src/config/data-folder.ts";
import { openDatabase } from "../../packages/server/src/db/open-database.ts";
import { systemEnvironment } from "../../packages/server/src/shared/environment.ts";
import { toNewVault } from "../../packages/server/src/testing/keys.ts";
import { aKdf, aSecret, aVault, post } from "../accounts.ts";
import { type Attack, closed, open } from "../attack.ts";

const MAIN = join(import.meta.dirname, "../../packages/server/dist/main.js");
const AT_ONCE = 8;
const DAY_MS = 86_400_000;
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export const attack: Attack = {
  line: 32,
  title: "invitations",
  async run({ startServer }) {
    const server = await startServer({ SATCHEL_REGISTRATION: "invite" });
    const env = { ...process.env, NODE_ENV: "production", SATCHEL_DATA_DIR: server.dataDir, SATCHEL_REGISTRATION: "invite" };
    const { stdout } = await promisify(execFile)(process.execPath, [MAIN, "invite", "3"], { env });
    const codes = stdout.match(/[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/g) ?? [];
    const [raced = "", typed = "", kept = ""] = codes;
    if (codes.length !== 3) throw new Error(`no codes: ${stdout}`);
    const register = (invitation: unknown, email = `${randomBytes(6).toString("hex")}@example.org`) => {
      const body = {
        email,
        password: aSecret(),
        kdf: aKdf(),
        keys: toNewVault(aVault()),
        ...(invitation === undefined ? {} : { invitation }),
      };
      return post(server, "/api/auth/register", { body });
    };
    const failures: string[] = [];

    const race = await Promise.all(Array.from({ length: AT_ONCE }, () => register(raced)));
    const made = race.filter(({ status }) => status === 200).length;
    if (made !== 1) failures.push(`${made} accounts of ${AT_ONCE} sign-ups with one code at the same time`);
    if ((await register(raced)).status === 200) failures.push("a used code made an account");

    const sloppy = ` ${typed.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l")} `;
    const owner = "owner@example.org";
    if ((await register(sloppy, owner)).status !== 200) throw new Error("a code in lower case was refused");
    if ((await register(typed)).status === 200) failures.push("a code was used once in lower case and once in upper case");

    const expired = await makeExpired(server.dataDir);
    if ((await register(expired)).status === 200) failures.push("an expired code made an account");

    const guesses: readonly unknown[] = [
      undefined,
      null,
      "",
      "%",
      "*",
      "' or 1=1 --",
      kept.slice(0, -1),
      `${kept}0`,
      [kept, kept],
      { $ne: "" },
      Object.fromEntries([["toString", kept]]),
      "A".repeat(1_000_000),
      ...[...ALPHABET].filter((letter) => letter !== kept.at(-1)).map((letter) => kept.slice(0, -1) + letter),
    ];
    for (const guess of guesses) {
      const { status } = await register(guess);
      if (status === 200) failures.push(`accepted: ${JSON.stringify(guess)?.slice(0, 40)}`);
    }
    // Failed sign-ups must not use up a code: the address is taken, or the body is refused.
    const taken = await register(kept, owner);
    if (taken.status === 200) failures.push("an address was taken over with a code");
    const spared = await register(kept);
    const limited = spared.status === 429;
    if (spared.status !== 200 && !limited) failures.push(`a code was used up without an account: ${spared.status}`);
    if (codes.some((code) => server.log().includes(code))) failures.push("the log holds a code");
    return failures.length === 0
      ? closed(
          `1 account of ${AT_ONCE} at once, ${guesses.length} guesses refused, and an expired code; a code survived a taken address${limited ? " (rate limit reached)" : ""}`,
        )
      : open(failures.join("; "));
  },
};

/** Makes a code that ended a second ago, beside the running server as the command does; the command itself makes none for less than a day. */
async function makeExpired(dataDir: string): Promise<string> {
  const db = await openDatabase(dataFolderAt(dataDir).database);
  const before = { ...systemEnvironment, now: () => systemEnvironment.now() - DAY_MS - 1000 };
  const [code = ""] = await createInvitations(db, before).make(1, 1);
  await db.destroy();
  return code;
}
