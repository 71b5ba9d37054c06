/** What the server mails lies in its outbox: the 20 characters of the newest mail to an address, once it is there. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { vi } from "vitest";

const PASSWORD = /\b[0-9A-HJKMNP-TV-Z]{20}\b/;

export async function mailedPassword(dataDir: string, email: string): Promise<string> {
  const folder = join(dataDir, "outbox");
  const look = async (): Promise<string> => {
    const names = await readdir(folder);
    const mails = await Promise.all(names.sort().map((name) => readFile(join(folder, name), "utf8")));
    const found = PASSWORD.exec(mails.findLast((mail) => mail.includes(email)) ?? "")?.[0];
    if (found === undefined) throw new Error(`no mail to ${email} among ${names.length}`);
    return found;
  };
  return vi.waitFor(look, { timeout: 60_000 });
}
