/** Where managed storage is: in the data folder, or in the database and the bucket that all servers share. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { BlobStore } from "@satchel/drive/storage/blob-store.ts";
import { openFolderBlobStore } from "@satchel/drive/storage/folder-blob-store.ts";
import type { MetadataStore } from "@satchel/drive/storage/metadata-store.ts";
import { openPostgresMetadataStore } from "@satchel/drive/storage/postgres-metadata-store.ts";
import type { PostgresPool } from "@satchel/drive/storage/postgres-pool.ts";
import { openS3BlobStore } from "@satchel/drive/storage/s3/s3-blob-store.ts";
import type { S3Options } from "@satchel/drive/storage/s3/s3-client.ts";
import { openSqliteMetadataStore } from "@satchel/drive/storage/sqlite-metadata-store.ts";

export type ManagedStores = { readonly metadata: MetadataStore; readonly blobs: BlobStore };

type StoreLocations = { readonly folder: string; readonly pool: PostgresPool | undefined; readonly s3: S3Options | undefined };

export async function openManagedStores({ folder, pool, s3 }: StoreLocations): Promise<ManagedStores> {
  if (pool === undefined || s3 === undefined) await mkdir(folder, { recursive: true });
  return {
    metadata: pool === undefined ? openSqliteMetadataStore(join(folder, "drive.sqlite")) : await openPostgresMetadataStore(pool),
    blobs: s3 === undefined ? await openFolderBlobStore(join(folder, "blobs")) : openS3BlobStore(s3),
  };
}
