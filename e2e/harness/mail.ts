/** What the server mails is in its outbox: the 20 characters of the newest mail to an address, once it is there. For tests and for images. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";

const PASSWORD = /\b[0-9A-HJKMNP-TV-Z]{20}\b/;
const LOOKS = 600;
const EVERY_MS = 100;

export async function mailedPassword(dataDir: string, email: string): Promise<string> {
  const folder = join(dataDir, "outbox");
  for (let look = 0; look < LOOKS; look += 1) {
    const names = await readdir(folder).catch(() => []);
    const mails = await Promise.all(names.sort().map((name) => readFile(join(folder, name), "utf8")));
    const found = PASSWORD.exec(mails.findLast((mail) => mail.includes(email) && mail.includes("Your new Satchel password")) ?? "")?.[0];
    if (found !== undefined) return found;
    await pass(EVERY_MS);
  }
  throw new Error(`no mail to ${email} in ${folder}`);
}
