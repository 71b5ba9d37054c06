/** Sends mail through SMTP if configured, otherwise into files in the data folder, whose paths are printed. Decision 0006. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { describeFailure } from "../shared/refusal.ts";

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };
export type Mailer = {
  readonly send: (mail: Mail) => Promise<void>;
  /** How the last mail ended; "unused" before the first one. For reports of health. */
  readonly lastOutcome: () => "unused" | "ok" | "failed";
};

const TIMEOUT_MS = 20_000;

export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({ url: smtpUrl, connectionTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }, { from });
  return remembering(async (mail) => {
    await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true });
  });
}

function remembering(send: Mailer["send"]): Mailer {
  let last: ReturnType<Mailer["lastOutcome"]> = "unused";
  return {
    send: async (mail) => {
      try {
        await send(mail);
        last = "ok";
      } catch (error) {
        last = "failed";
        throw error;
      }
    },
    lastOutcome: () => last,
  };
}

export type OutboxDeps = {
  readonly folder: string;
  readonly from: string;
  readonly now: () => number;
  readonly newId: () => string;
  /** Called with the path of the file, never with its content. */
  readonly onWritten: (file: string) => void;
};

/** Writes each mail as a file that any mail program can open. */
export function createOutbox({ folder, from, now, newId, onWritten }: OutboxDeps): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" }, { from });
  return remembering(async (mail) => {
    const { message } = await transport.sendMail({ ...mail, date: new Date(now()), disableFileAccess: true, disableUrlAccess: true });
    const file = join(folder, `${new Date(now()).toISOString().replace(/[:.]/g, "-")}-${newId()}.eml`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, message as Buffer, { mode: 0o600 });
    onWritten(file);
  });
}

/** Sends mails that no request waits for. A failure is logged as `failure`. */
export function createMailJobs(logger: Logger, failure = "a mail could not be sent") {
  const running = new Set<Promise<void>>();
  return {
    count: () => running.size,
    start: (work: Promise<void>): void => {
      const job = work.catch((error: unknown) => logger.error(describeFailure(error), failure)).finally(() => running.delete(job));
      running.add(job);
    },
    /** Resolves when no mail is being sent. */
    idle: async () => {
      await Promise.all(running);
    },
  };
}
