/** Reads and validates the environment once and returns one value. No other file reads environment variables. Decisions 0002, 0006. */
import { join, resolve } from "node:path";
import { PLAN_TYPES, type PlanType } from "@satchel/contract/plans.ts";
import type { RegistrationMode } from "@satchel/contract/server-info.ts";
import type { S3Options } from "@satchel/drive/storage/s3/s3-client.ts";
import { StartProblem } from "./start-problem.ts";
import { parseTrustedProxies, type TrustedProxies } from "./trusted-proxies.ts";

export type DriveMode = "google" | "sandbox" | "none";

export type GoogleConfig = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl: string;
  readonly userInfoUrl: string;
  readonly apiBase: string;
  readonly uploadBase: string;
  readonly batchBase: string;
};

/** The AI host for users who configure none of their own. */
export type AiHostConfig = { readonly url: string; readonly token: string | undefined; readonly model: string };

export type Config = {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly dataDir: string;
  /** Folder of the built web app. The server also runs without it. */
  readonly webDir: string;
  readonly secret: string | undefined;
  /** Origins at which users reach the app. If empty, loopback names with the listening port. */
  readonly publicOrigins: readonly string[];
  readonly trustProxy: TrustedProxies;
  readonly registration: RegistrationMode;
  /** Pages linked from the register page; undefined means no link. */
  readonly termsUrl: string | undefined;
  readonly privacyUrl: string | undefined;
  /** Plans that users may choose by themselves; always includes the free one. */
  readonly openPlans: readonly PlanType[];
  readonly driveMode: DriveMode;
  readonly google: GoogleConfig | undefined;
  /**
   * Enables faults, test users and the request log of the sandbox, and looser rate limits. Only allowed if the server is reachable from
   * this machine alone.
   */
  readonly testMode: boolean;
  readonly logLevel: string;
  /** Milliseconds that running requests get to finish when the server stops. */
  readonly graceMs: number;
  /** Bearer token for `/metrics`; undefined disables the route. */
  readonly metricsToken: string | undefined;
  /** If undefined, mails become files in the data folder. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** If undefined, users may only configure their own host. */
  readonly ai: AiHostConfig | undefined;
  /** PostgreSQL instead of the databases in the data folder. */
  readonly databaseUrl: string | undefined;
  /** An S3-compatible store instead of the files of managed storage in the data folder. */
  readonly s3: S3Options | undefined;
};

export type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

export function loadConfig(env: Environment, cwd: string): Config {
  const host = textOf(env, "SATCHEL_HOST") ?? "127.0.0.1";
  const google = googleOf(env);
  const publicOrigins = originsOf(env);
  const databaseUrl = databaseUrlOf(env);
  if (!isLoopback(host) && publicOrigins.length === 0) {
    throw new StartProblem(
      `Set SATCHEL_PUBLIC_URL to the address people use, e.g. https://notes.example.org: SATCHEL_HOST ${host} is reached from other machines.`,
    );
  }
  const isOwn = isOwnMachine(host, publicOrigins);
  const driveMode = driveModeOf(env, isOwn, { google, databaseUrl });
  const testMode = textOf(env, "SATCHEL_TEST") === "1";
  if (testMode && !isOwn) throw new StartProblem("SATCHEL_TEST=1 opens test doors and runs only on a loopback address.");
  return {
    host,
    port: portOf(env),
    dataDir: resolve(cwd, textOf(env, "SATCHEL_DATA_DIR") ?? "data"),
    webDir: resolve(cwd, textOf(env, "SATCHEL_WEB_DIR") ?? join("packages", "web", "dist")),
    secret: secretOf(env),
    publicOrigins,
    trustProxy: parseTrustedProxies(textOf(env, "TRUST_PROXY")),
    registration: registrationOf(env),
    termsUrl: pageOf(env, "SATCHEL_TERMS_URL"),
    privacyUrl: pageOf(env, "SATCHEL_PRIVACY_URL"),
    openPlans: openPlansOf(env, isOwn),
    driveMode,
    google,
    testMode,
    logLevel: logLevelOf(env),
    graceMs: graceOf(env),
    metricsToken: metricsTokenOf(env),
    smtpUrl: smtpUrlOf(env),
    mailFrom: textOf(env, "MAIL_FROM") ?? "Satchel <satchel@localhost>",
    ai: aiOf(env),
    databaseUrl,
    s3: s3Of(env),
  };
}

/** False if everything is stored outside the folder, so that any server of the group can replace another. */
export function needsDataFolder({ databaseUrl, s3, secret, smtpUrl }: Config): boolean {
  return databaseUrl === undefined || s3 === undefined || secret === undefined || smtpUrl === undefined;
}

export function isLoopback(host: string): boolean {
  return /^((.+\.)?localhost|::1|\[::1\]|127(\.\d{1,3}){3})$/.test(host);
}

/** True if the server is not reachable from outside, neither directly nor through a proxy with a public address. */
function isOwnMachine(host: string, publicOrigins: readonly string[]): boolean {
  return [host, ...publicOrigins.map((origin) => new URL(origin).hostname)].every(isLoopback);
}

function textOf(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim();
  return text === "" ? undefined : text;
}

function databaseUrlOf(env: Environment): string | undefined {
  const text = textOf(env, "DATABASE_URL");
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol))
    throw new StartProblem("DATABASE_URL must look like postgres://user:password@db.example.org:5432/satchel.");
  if (textOf(env, "SATCHEL_SECRET") === undefined)
    throw new StartProblem("DATABASE_URL needs SATCHEL_SECRET: all servers on one database share one secret.");
  return text;
}

const S3_KEYS = ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

function s3Of(env: Environment): S3Options | undefined {
  const bucket = textOf(env, "S3_BUCKET");
  if (bucket === undefined) return undefined;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new StartProblem(`S3_BUCKET must be the name of a bucket, not "${bucket}".`);
  const [accessKeyId, secretAccessKey] = S3_KEYS.map((name) => textOf(env, name));
  if (accessKeyId === undefined || secretAccessKey === undefined) throw new StartProblem(`S3_BUCKET needs ${S3_KEYS.join(" and ")}.`);
  const region = textOf(env, "S3_REGION") ?? "us-east-1";
  const endpoint = textOf(env, "S3_ENDPOINT") ?? `https://s3.${region}.amazonaws.com`;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    throw new StartProblem("S3_ENDPOINT must be the http or https address of an S3-compatible store.");
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

function portOf(env: Environment): number {
  const text = textOf(env, "PORT") ?? "8080";
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new StartProblem(`PORT must be a number from 0 to 65535, not "${text}".`);
  return port;
}

function graceOf(env: Environment): number {
  const text = textOf(env, "SHUTDOWN_SECONDS") ?? "10";
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds > 600) throw new StartProblem(`SHUTDOWN_SECONDS must be a number from 0 to 600, not "${text}".`);
  return seconds * 1000;
}

function secretOf(env: Environment): string | undefined {
  const secret = textOf(env, "SATCHEL_SECRET");
  if (secret !== undefined && secret.length < 32) throw new StartProblem("SATCHEL_SECRET must have at least 32 characters.");
  return secret;
}

function originsOf(env: Environment): readonly string[] {
  const texts = (textOf(env, "SATCHEL_PUBLIC_URL") ?? "").split(",").filter((text) => text.trim() !== "");
  return texts.map((text) => originOf(text.trim()));
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new StartProblem(`SATCHEL_PUBLIC_URL must be an http or https address, not "${text}".`);
  return url.origin;
}

function pageOf(env: Environment, name: string): string | undefined {
  const text = textOf(env, name);
  if (text === undefined || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return text;
  throw new StartProblem(`${name} must be the http or https address of a page.`);
}

function registrationOf(env: Environment): RegistrationMode {
  const text = textOf(env, "SATCHEL_REGISTRATION") ?? "open";
  if (text === "open" || text === "invite" || text === "closed") return text;
  throw new StartProblem(`SATCHEL_REGISTRATION must be open, invite or closed, not "${text}".`);
}

/**
 * There is no payment, so `SATCHEL_PLANS` decides which paid plans users may choose. A server reachable only from this machine offers all
 * of them by default.
 */
function openPlansOf(env: Environment, isOwn: boolean): readonly PlanType[] {
  const text = textOf(env, "SATCHEL_PLANS");
  if (text === undefined) return isOwn ? PLAN_TYPES : ["free"];
  const named = text.split(",").map((plan) => plan.trim());
  const unknown = named.find((plan) => !(PLAN_TYPES as readonly string[]).includes(plan));
  if (unknown !== undefined) throw new StartProblem(`SATCHEL_PLANS must name plans of ${PLAN_TYPES.join(", ")}, not "${unknown}".`);
  return PLAN_TYPES.filter((plan) => plan === "free" || named.includes(plan));
}

function smtpUrlOf(env: Environment): string | undefined {
  const text = textOf(env, "SMTP_URL");
  const isGood = text === undefined || (URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol));
  if (!isGood) throw new StartProblem("SMTP_URL must look like smtp://user:password@mail.example.org:587 or smtps://….");
  return text;
}

/** `AI_URL` is the complete chat-completions address. `AI_MODEL` is required; `AI_TOKEN` only if the host asks for one. */
function aiOf(env: Environment): AiHostConfig | undefined {
  const [url, token, model] = [textOf(env, "AI_URL"), textOf(env, "AI_TOKEN"), textOf(env, "AI_MODEL")];
  if (url === undefined && token === undefined && model === undefined) return undefined;
  if (url === undefined || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new StartProblem("AI_URL must be the http or https address of a chat-completions host.");
  if (model === undefined) throw new StartProblem("AI_URL needs AI_MODEL, the name of the model to ask for.");
  return { url, token, model };
}

function logLevelOf(env: Environment): string {
  const level = textOf(env, "LOG_LEVEL") ?? "warn";
  if (!LOG_LEVELS.includes(level)) throw new StartProblem(`LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}, not "${level}".`);
  return level;
}

function metricsTokenOf(env: Environment): string | undefined {
  const token = textOf(env, "METRICS_TOKEN");
  if (token !== undefined && !/^[\x21-\x7e]{16,}$/.test(token))
    throw new StartProblem("METRICS_TOKEN must have at least 16 characters, and no blanks.");
  return token;
}

function googleOf(env: Environment): GoogleConfig | undefined {
  const clientId = textOf(env, "GOOGLE_CLIENT_ID");
  const clientSecret = textOf(env, "GOOGLE_CLIENT_SECRET");
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined) {
    throw new StartProblem("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together; only one of them is set.");
  }
  return {
    clientId,
    clientSecret,
    authorizeUrl: textOf(env, "GOOGLE_AUTHORIZE_URL") ?? "https://accounts.google.com/o/oauth2/v2/auth",
    tokenUrl: textOf(env, "GOOGLE_TOKEN_URL") ?? "https://oauth2.googleapis.com/token",
    revokeUrl: textOf(env, "GOOGLE_REVOKE_URL") ?? "https://oauth2.googleapis.com/revoke",
    userInfoUrl: textOf(env, "GOOGLE_USERINFO_URL") ?? "https://openidconnect.googleapis.com/v1/userinfo",
    apiBase: textOf(env, "GOOGLE_API_BASE") ?? "https://www.googleapis.com/drive/v3",
    uploadBase: textOf(env, "GOOGLE_UPLOAD_BASE") ?? "https://www.googleapis.com/upload/drive/v3",
    batchBase: textOf(env, "GOOGLE_BATCH_BASE") ?? "https://www.googleapis.com/batch/drive/v3",
  };
}

/**
 * An explicit setting wins. Otherwise Google if it is configured, or else the sandbox, but only on a single server that is not reachable
 * from outside.
 */
function driveModeOf(
  env: Environment,
  isOwn: boolean,
  { google, databaseUrl }: { readonly google: GoogleConfig | undefined; readonly databaseUrl: string | undefined },
): DriveMode {
  const driveMode = textOf(env, "SATCHEL_DRIVE");
  if (driveMode === "sandbox" && databaseUrl !== undefined)
    throw new StartProblem("SATCHEL_DRIVE=sandbox keeps its drives in one server's data folder; with DATABASE_URL use google or none.");
  if (driveMode === "sandbox" && !isOwn)
    throw new StartProblem(
      "SATCHEL_DRIVE=sandbox is for trying Satchel on one machine and is not offered to others: use google or none, or a loopback address in SATCHEL_HOST and SATCHEL_PUBLIC_URL.",
    );
  if (driveMode === "sandbox" || driveMode === "none") return driveMode;
  if (driveMode !== undefined && driveMode !== "google")
    throw new StartProblem(`SATCHEL_DRIVE must be google, sandbox or none, not "${driveMode}".`);
  if (driveMode === "google" && google === undefined)
    throw new StartProblem("SATCHEL_DRIVE=google needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.");
  if (google !== undefined) return "google";
  return isOwn && databaseUrl === undefined ? "sandbox" : "none";
}
