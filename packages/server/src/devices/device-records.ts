/** The sealed record of each device of an account, kept as long as the session that wrote it lives. Contract devices.ts. */
import type { LeftDeviceRecord } from "@satchel/contract/devices/devices.ts";
import { DEVICE_RECORD } from "@satchel/contract/limits.ts";
import type { Caller } from "../accounts/sign-in/sessions.ts";
import { type Database, transact } from "../db/open-database.ts";
import type { RuntimeEnvironment } from "../shared/environment.ts";

export type DeviceRecords = {
  readonly leave: (caller: Caller, deviceId: string, record: LeftDeviceRecord["record"]) => Promise<void>;
  readonly list: (accountId: string) => Promise<LeftDeviceRecord[]>;
};

export function createDeviceRecords(db: Database, around: RuntimeEnvironment): DeviceRecords {
  return {
    leave: (caller, deviceId, record) => leaveRecord(db, caller, { deviceId, record: JSON.stringify(record), around }),
    async list(accountId) {
      const rows = await newestFirst(db, accountId).execute();
      return rows.map(({ device_id, session_id, record, left_at }) => ({
        deviceId: device_id,
        sessionId: session_id,
        record: JSON.parse(record),
        leftAt: Number(left_at),
      }));
    },
  };
}

type Left = { readonly deviceId: string; readonly record: string };

async function leaveRecord(
  db: Database,
  { account, sessionId }: Caller,
  { deviceId, record, around }: Left & { readonly around: RuntimeEnvironment },
): Promise<void> {
  const values = { session_id: sessionId, record, left_at: around.now() };
  await transact(db, async (transaction) => {
    await transaction
      .insertInto("device_records")
      .values({ account_id: account.id, device_id: deviceId, ...values })
      .onConflict((conflict) => conflict.columns(["account_id", "device_id"]).doUpdateSet(values))
      .execute();
    const kept = await newestFirst(transaction, account.id).execute();
    // Deletes records beyond the limit and those of ended sessions.
    await transaction
      .deleteFrom("device_records")
      .where("account_id", "=", account.id)
      .where(
        "device_id",
        "not in",
        kept.map((row) => row.device_id),
      )
      .execute();
  });
}

function newestFirst(db: Database, accountId: string) {
  return db
    .selectFrom("device_records")
    .innerJoin("sessions", "sessions.id", "device_records.session_id")
    .select(["device_id", "session_id", "record", "left_at"])
    .where("device_records.account_id", "=", accountId)
    .where("sessions.ended", "is", null)
    .orderBy("left_at", "desc")
    .orderBy("device_id")
    .limit(DEVICE_RECORD.maxDevices);
}
