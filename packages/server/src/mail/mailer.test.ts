import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOutbox, createSmtpMailer } from "./mailer.ts";
import { resetMail } from "./texts.ts";

const MAIL = resetMail("ada@example.org", "ABCDEFGHJKMNPQRSTVWX", { device: "", network: "203.0.113.0/24", at: 0 });

describe("decision 0006 mail", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "satchel-mail-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("sends through SMTP", async () => {
    const received: { from: string; to: readonly string[]; text: string }[] = [];
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const { mailFrom, rcptTo } = session.envelope;
          received.push({
            from: mailFrom === false ? "" : mailFrom.address,
            to: rcptTo.map((each) => each.address),
            text: Buffer.concat(chunks).toString(),
          });
          done();
        });
      },
    });
    smtp.listen(0, "127.0.0.1");
    await once(smtp.server, "listening");
    const { port } = smtp.server.address() as AddressInfo;
    await createSmtpMailer(`smtp://127.0.0.1:${port}`, "Satchel <satchel@example.org>").send(MAIL);

    expect(received).toMatchObject([{ from: "satchel@example.org", to: ["ada@example.org"] }]);
    expect(received[0]?.text).toContain("ABCDEFGHJKMNPQRSTVWX");
    await new Promise<void>((resolve) => smtp.close(resolve));
  });

  it("reports an unreachable SMTP server", async () => {
    await expect(createSmtpMailer("smtp://127.0.0.1:1", "satchel@example.org").send(MAIL)).rejects.toThrow();
  });

  it("writes each mail to a file that only this user can read", async () => {
    const written: string[] = [];
    const ids = ["one", "two"];
    const outbox = createOutbox({
      folder: join(folder, "outbox"),
      from: "Satchel <satchel@localhost>",
      now: () => Date.UTC(2026, 4, 6, 7, 8, 9),
      newId: () => ids.shift() ?? "",
      onWritten: (file) => written.push(file),
    });
    await outbox.send(MAIL);
    await outbox.send(MAIL);

    expect(await readdir(join(folder, "outbox"))).toEqual(["2026-05-06T07-08-09-000Z-one.eml", "2026-05-06T07-08-09-000Z-two.eml"]);
    expect((await stat(written[0] ?? "")).mode & 0o777).toBe(0o600);
    const text = await readFile(written[0] ?? "", "utf8");
    for (const line of ["From: Satchel <satchel@localhost>", "To: ada@example.org", "Date: Wed, 06 May 2026 07:08:09 +0000"])
      expect(text).toContain(line);
  });
});
