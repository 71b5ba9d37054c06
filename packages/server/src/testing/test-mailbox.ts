/** A mail server on loopback that records the mails it receives. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type TestMailbox = {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** All mails so far, oldest first, with soft line breaks joined. */
  readonly mails: readonly { readonly to: string; readonly text: string }[];
  readonly close: () => Promise<void>;
};

export async function openTestMailbox(): Promise<TestMailbox> {
  const mails: { to: string; text: string }[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const text = Buffer.concat(chunks).toString().replaceAll("=\r\n", "").replaceAll("=3D", "=");
        mails.push({ to: session.envelope.rcptTo[0]?.address ?? "", text });
        done();
      });
    },
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port } = smtp.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => new Promise<void>((resolve) => smtp.close(resolve)) };
}
