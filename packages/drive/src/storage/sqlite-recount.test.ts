import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { createRawDrive } from "../testing/raw-drive.ts";
import { openSqliteMetadataStore } from "./sqlite/sqlite-metadata-store.ts";

it.each([1, 2])("recounts the stored bytes of a database of version %i, which counted less", async (version) => {
  const folder = await mkdtemp(join(tmpdir(), "satchel-recount-"));
  const file = join(folder, "drive.sqlite");
  const before = openSqliteMetadataStore(file);
  const drive = createRawDrive({ metadata: before });
  const { id } = await drive.make({ name: "n".repeat(2000) }, "12345");
  await drive.call("PATCH", `/upload/drive/v3/files/${id}?uploadType=media`, { body: "1234567" });
  const counted = await before.usage("ada");
  await before.close();
  const older = new Database(file);
  older.exec(`UPDATE accounts SET bytes = 7; PRAGMA user_version = ${version}`);
  older.close();

  const after = openSqliteMetadataStore(file);
  expect(counted.bytes).toBeGreaterThan(2500);
  expect(await after.usage("ada")).toEqual(counted);
  await after.close();
  await rm(folder, { recursive: true });
});
