/** Starts a real S3-compatible server on loopback in a temporary folder that is removed with it. */
/// <reference path="./s3rver.d.ts" />
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "@20minutes/s3rver";
import type { S3Options } from "../storage/s3/s3-client.ts";

export type S3Server = {
  readonly options: S3Options;
  /** Ends it with all its connections; what it stores stays. */
  takeAway(): Promise<void>;
  /** Restarts after `takeAway`, on the same port. */
  bringBack(): Promise<void>;
  stop(): Promise<void>;
};

export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(path.join(tmpdir(), "s3-"));
  const create = (at: number) =>
    new S3rver({ address: "127.0.0.1", port: at, silent: true, directory, configureBuckets: [{ name: "satchel" }] });
  let server = create(0);
  const { port } = await server.run();
  const end = async (): Promise<void> => {
    const closed = server.close();
    server.httpServer.closeAllConnections();
    await closed;
  };
  return {
    // The one pair of keys that this server accepts.
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: "satchel",
      region: "us-east-1",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    },
    takeAway: end,
    bringBack: async () => {
      server = create(port);
      await server.run();
    },
    stop: async () => {
      await end();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
