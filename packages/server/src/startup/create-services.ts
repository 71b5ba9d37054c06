/** Builds the services. This is the only place on the server that chooses implementations. */
import type { ServerInfo } from "@satchel/contract/server-info.ts";
import type { DiskReserve } from "@satchel/drive/storage/disk-reserve.ts";
import type { PostgresPool } from "@satchel/drive/storage/postgres/postgres-pool.ts";
import type { Logger } from "pino";
import { type AccountDeletion, createAccountDeletion } from "../accounts/account-deletion.ts";
import { createAccountRepo } from "../accounts/account-repo.ts";
import { createActivity } from "../accounts/activity.ts";
import { createApprovals } from "../accounts/keys/approvals.ts";
import { createKeyRepo, isProved } from "../accounts/keys/key-repo.ts";
import { createSensitive } from "../accounts/keys/sensitive.ts";
import { createPasswordChange } from "../accounts/password-change.ts";
import { createPasswordReset } from "../accounts/password-reset.ts";
import { createKdfShapes } from "../accounts/passwords/kdf-shapes.ts";
import { createPasswordHasher } from "../accounts/passwords/password-hasher.ts";
import { createPendingSteps } from "../accounts/pending-steps.ts";
import { createEmailVerification } from "../accounts/registration/email-verification.ts";
import { createInvitations } from "../accounts/registration/invitations.ts";
import { createRegistration } from "../accounts/registration/registration.ts";
import { ATTEMPT_LIMITS, createAttempts, LOOSE_LIMITS } from "../accounts/sign-in/attempts.ts";
import { createKnownDevices } from "../accounts/sign-in/known-devices.ts";
import { createSessions } from "../accounts/sign-in/sessions.ts";
import { createSignIn } from "../accounts/sign-in/sign-in.ts";
import { createAi } from "../ai/ai.ts";
import type { Config } from "../config/config.ts";
import type { DataFolder } from "../config/data-folder.ts";
import { type DeriveKey, KEY_LABELS } from "../config/server-secret.ts";
import { createCounts } from "../db/counts.ts";
import type { Database } from "../db/open-database.ts";
import { createDeviceRecords } from "../devices/device-records.ts";
import { createPostgresSignalBus } from "../devices/signals/postgres-signal-bus.ts";
import { ALONE } from "../devices/signals/signal-bus.ts";
import { createSignalHub } from "../devices/signals/signal-hub.ts";
import { createManagedDrive, type ManagedDrive, openManagedStores } from "../drives/managed-storage/managed-drive.ts";
import { openSandboxDrive, type SandboxDrive } from "../drives/sandbox/sandbox-drive.ts";
import { createTickets } from "../drives/sandbox/tickets.ts";
import { createConnectionRepo } from "../google/connection-repo.ts";
import { createConnections } from "../google/connections.ts";
import { createGoogleProvider } from "../google/drive-provider.ts";
import { createOutbox, createSmtpMailer, type Mailer } from "../mail/mailer.ts";
import type { Services } from "../services.ts";
import { newId, type RuntimeEnvironment } from "../shared/environment.ts";
import { describeFailure } from "../shared/refusal.ts";

export type Ground = {
  readonly config: Config;
  readonly db: Database;
  /** Connections to PostgreSQL, if the database is there. */
  readonly pool: PostgresPool | undefined;
  /** Reserve of the data folder's disk, if anything is stored there. */
  readonly disk: DiskReserve | undefined;
  readonly around: RuntimeEnvironment;
  readonly derive: DeriveKey;
  readonly folder: DataFolder;
  readonly origins: () => readonly string[];
  readonly logger: Logger;
  /** Prints a line on the operator's console. */
  readonly say: (line: string) => void;
};

export async function createServices(ground: Ground): Promise<Services> {
  const { config, db, pool, around, derive, logger } = ground;
  const accounts = createAccountRepo(db);
  const invitations = createInvitations(db, around);
  const sessions = createSessions(db, accounts, around);
  const counts = createCounts({ db, key: derive(KEY_LABELS.counts), now: around.now });
  const attempts = createAttempts({ counts, around, limits: config.testMode ? LOOSE_LIMITS : ATTEMPT_LIMITS });
  const hasher = createPasswordHasher();
  const knownDevices = createKnownDevices(derive(KEY_LABELS.knownDevices), around.randomBytes);
  const tickets = config.driveMode === "sandbox" ? createTickets(around) : undefined;
  const sandbox = tickets === undefined ? undefined : await openSandbox(ground, accounts, tickets);
  const provider = sandbox?.provider ?? googleProvider(ground);
  const connections = connectionsOf(ground, provider);
  const managed = await openManaged(ground, accounts, sessions);
  const remove = createAccountDeletion({ provider, accounts, connections, managed });
  const mailer = mailerOf(ground);
  const activity = createActivity({ db, counts, mailer, around, logger });
  const removeAccount = async (...given: Parameters<AccountDeletion>): Promise<boolean> => (await remove(...given)) === undefined;
  const signals = await createSignalHub({
    sessions,
    bus: pool === undefined ? ALONE : createPostgresSignalBus({ pool, around, logger }),
    around,
  });
  const sessionsEnded = async (accountId: string): Promise<void> => {
    await connections.endAccess(accountId);
    await signals.check(accountId);
  };
  const pendingParts = { db, accounts, mailer, origins: ground.origins, around, logger };
  const pendingSteps = createPendingSteps({ ...pendingParts, endAccess: sessionsEnded, removeAccount });
  const verificationParts = { db, accounts, counts, mailer, origins: ground.origins, around, logger };
  const verification = config.smtpUrl === undefined ? undefined : createEmailVerification(verificationParts);
  const preloginKey = derive(KEY_LABELS.prelogin);
  const kdfShapes = createKdfShapes(db, around.now);
  const signIn = createSignIn({
    accounts,
    hasher,
    attempts,
    preloginKey,
    kdfShapes,
    knownDevices,
    applyDueReset: pendingSteps.applyDueReset,
    now: around.now,
  });
  return {
    around,
    disk: ground.disk,
    mailer,
    accounts,
    invitations,
    info: infoOf(config),
    openPlans: config.openPlans,
    counts,
    attempts,
    sessions,
    verification,
    signIn,
    register: createRegistration({ verification, accounts, invitations, mode: config.registration, hasher, attempts, around }),
    knownDevices,
    keys: createKeyRepo(db),
    changePassword: createPasswordChange({ db, signIn, hasher, steps: pendingSteps, around }),
    reset: createPasswordReset({ db, counts, accounts, hasher, activity, preloginKey, kdfShapes, mailer, around, logger }),
    deleteAccount: remove,
    isProved: (account, proof) => isProved(db, account, proof),
    pendingSteps,
    activity,
    sensitive: createSensitive({ db, attempts, around }),
    approvals: createApprovals(db, around),
    deviceRecords: createDeviceRecords(db, around),
    provider,
    connections,
    tickets,
    sandbox,
    managed,
    ai: createAi({ db, host: config.ai, counts }),
    signals,
    sessionsEnded,
  };
}

function mailerOf({ config, folder, around, say }: Ground): Mailer {
  if (config.smtpUrl !== undefined) return createSmtpMailer(config.smtpUrl, config.mailFrom);
  const onWritten = (file: string): void => say(`A mail was written to ${file}`);
  return createOutbox({ folder: folder.outbox, from: config.mailFrom, now: around.now, newId: () => newId(around), onWritten });
}

async function openManaged(ground: Ground, accounts: Services["accounts"], sessions: Services["sessions"]): Promise<ManagedDrive> {
  const { config, pool, disk, around, derive, folder, logger } = ground;
  const report = (error: unknown): void => logger.error(describeFailure(error), "managed storage failed");
  const key = derive(KEY_LABELS.managedDrive);
  const stores = await openManagedStores({ folder: folder.managed, pool, s3: config.s3, disk });
  return createManagedDrive({ stores, key, accounts, sessions, around, report, publicOrigin: publicOriginOf(ground) });
}

function openSandbox(ground: Ground, accounts: Services["accounts"], tickets: NonNullable<Services["tickets"]>): Promise<SandboxDrive> {
  const { around, derive, folder, origins, logger } = ground;
  const { testMode } = ground.config;
  const key = derive(KEY_LABELS.sandboxDrive);
  const report = (error: unknown): void => logger.error(describeFailure(error), "the sandbox drive failed");
  return openSandboxDrive({
    folder: folder.sandbox,
    disk: ground.disk,
    key,
    accounts,
    tickets,
    around,
    origins,
    testMode,
    report,
    publicOrigin: publicOriginOf(ground),
  });
}

/** If there are several public origins, the drives use the origin of the request. */
function publicOriginOf({ config }: Ground): string | undefined {
  return config.publicOrigins.length === 1 ? config.publicOrigins[0] : undefined;
}

function googleProvider({ config, origins }: Ground): Services["provider"] {
  return config.driveMode === "google" && config.google !== undefined ? createGoogleProvider(config.google, origins) : undefined;
}

function connectionsOf({ db, around, derive, logger }: Ground, provider: Services["provider"]): Services["connections"] {
  return createConnections({
    provider,
    repo: createConnectionRepo(db),
    around,
    sealKey: derive(KEY_LABELS.driveTokens),
    handleKey: derive(KEY_LABELS.driveHandle),
    onMisconfigured: (error) => logger.error({ error }, "the drive refuses this server's client id or secret"),
    onOtherAddress: (ours) => logger.warn({ ours }, "a drive was to be connected under another address than SATCHEL_PUBLIC_URL names"),
  });
}

function infoOf({ registration, termsUrl, privacyUrl }: Config): ServerInfo {
  return { registration, ...(termsUrl !== undefined && { termsUrl }), ...(privacyUrl !== undefined && { privacyUrl }) };
}
