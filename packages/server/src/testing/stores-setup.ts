/** Starts PostgreSQL and S3 before the server's tests run on them. Each test server gets its own database. */
import { type PostgresServer, startPostgres } from "@satchel/drive/testing/postgres-server.ts";
import { type S3Server, startS3 } from "@satchel/drive/testing/s3-server.ts";
import type { TestProject } from "vitest/node";
import type { Environment } from "../config/config.ts";

export type SharedStores = { readonly postgresUrl: string; readonly env: Environment };

declare module "vitest" {
  export interface ProvidedContext {
    /** Undefined if the tests run over the embedded database and files. */
    sharedStores: SharedStores | undefined;
  }
}

const running: { postgres?: PostgresServer; s3?: S3Server } = {};

/** @public Called by vitest. */
export async function setup(project: TestProject): Promise<void> {
  const [postgres, s3] = [await startPostgres(), await startS3()];
  Object.assign(running, { postgres, s3 });
  project.provide("sharedStores", { postgresUrl: postgres.url, env: toEnvironment(s3) });
}

/** @public Called by vitest. */
export async function teardown(): Promise<void> {
  await running.s3?.stop();
  await running.postgres?.stop();
}

export function toEnvironment({ options }: S3Server): Environment {
  return {
    S3_ENDPOINT: options.endpoint,
    S3_BUCKET: options.bucket,
    S3_REGION: options.region,
    S3_ACCESS_KEY_ID: options.accessKeyId,
    S3_SECRET_ACCESS_KEY: options.secretAccessKey,
    SATCHEL_SECRET: "a secret that all servers of these tests share",
  };
}
