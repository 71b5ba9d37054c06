/** An attacker without an account tries to learn from responses and their timing which addresses have one. docs/decisions/0016. */
import { openTestMailbox } from "../../packages/server/src/testing/test-mailbox.ts";
import { aKdf, aSecret, aVault, forgot, post } from "../accounts.ts";
import { type Attack, closed, open } from "../attack.ts";

const KNOWN = "owner@example.org";
const SAMPLES = 9;

export const attack: Attack = {
  line: 13,
  title: "telling whether an address has an account",
  measuresTime: true,
  async run({ startServer, defer }) {
    const mailbox = await openTestMailbox();
    defer(() => mailbox.close());
    const server = await startServer({ SMTP_URL: mailbox.url });
    const register = (email: string) => {
      const { document, pw } = aVault();
      return post(server, "/api/auth/register", { body: { email, password: aSecret(), kdf: aKdf(), keys: { document, pw } } });
    };
    const until = async (count: number) => {
      for (let looked = 0; looked < 100 && mailbox.mails.length < count; looked += 1)
        await new Promise((resolve) => setTimeout(resolve, 100));
    };
    const makeAccount = async (email: string): Promise<void> => {
      const before = mailbox.mails.length;
      await register(email);
      await until(before + 1);
      const link = /\/account\/verify\/\S+/.exec(mailbox.mails.at(-1)?.text ?? "")?.[0] ?? "";
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const made = await fetch(server.origin + link, { method: "POST", headers: form, body: "" });
      if (!(await made.text()).includes("is ready")) throw new Error("no account to look for");
    };
    await makeAccount(KNOWN);
    // Each address is requested once, because repeated requests are limited, whether the address is known or not.
    for (let sample = 0; sample < SAMPLES; sample += 1) await makeAccount(`known${sample}@example.org`);

    const known: number[] = [];
    const unknown: number[] = [];
    // Probes right after the request, because the reset's work after its response would slow the probe down.
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      for (const [email, times] of [
        [`known${sample}@example.org`, known],
        [`nobody${sample}@example.org`, unknown],
      ] as const) {
        const began = performance.now();
        await Promise.all([forgot(server, email), forgot(server, email)]);
        await post(server, "/api/auth/login", { body: { email: "probe@example.org", password: aSecret() } });
        times.push(performance.now() - began);
      }
    }
    const ratio = median(known) / median(unknown);
    const [taken, free] = [await register(KNOWN), await register("someone@example.org")];
    const isAlike = taken.status === free.status && JSON.stringify(taken.body) === JSON.stringify(free.body);
    const seen = `registering answers ${taken.status} and ${free.status}; a reset with a probe after it takes ${ratio.toFixed(2)} times as long for a known address`;
    return isAlike && ratio < 1.4 && ratio > 1 / 1.4 ? closed(seen) : open(seen);
  },
};

function median(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0;
}
