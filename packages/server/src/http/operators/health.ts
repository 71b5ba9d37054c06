/**
 * `/healthz` reports whether the process runs, `/readyz` whether it can serve requests. Operators alone see which part fails, and warnings:
 * anyone can cause one, and both tell how the server is run. Decision 0006.
 */
import type { DiskReserve } from "@satchel/drive/storage/disk-reserve.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Database } from "../../db/open-database.ts";
import type { Mailer } from "../../mail/mailer.ts";

/** Parts that this server does not have are missing. Mail does not make a server unready: all but a few requests do without it. */
export type Health = {
  readonly database: "ok" | "unreachable";
  readonly bucket?: "ok" | "unreachable";
  readonly disk?: "ok" | "full";
  readonly mail: ReturnType<Mailer["lastOutcome"]>;
};

type Parts = {
  readonly db: Database;
  readonly disk: DiskReserve | undefined;
  readonly checkBucket: (() => Promise<void>) | undefined;
  readonly mailer: Mailer;
};

/** Time after which a part that does not answer counts as unreachable; monitors give up later. */
const PATIENCE_MS = 5000;

export function createHealth({ db, disk, checkBucket, mailer }: Parts): () => Promise<Health> {
  return async () => {
    const [database, bucket] = await Promise.all([
      isReached(sql`select 1`.execute(db)),
      checkBucket === undefined ? undefined : isReached(checkBucket()),
    ]);
    return {
      database,
      ...(bucket === undefined ? {} : { bucket }),
      ...(disk === undefined ? {} : { disk: disk.isDiskFull() ? "full" : "ok" }),
      mail: mailer.lastOutcome(),
    };
  };
}

async function isReached(answer: Promise<unknown>): Promise<"ok" | "unreachable"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"unreachable">((resolve) => {
    timer = setTimeout(() => resolve("unreachable"), PATIENCE_MS);
  });
  const outcome = answer.then(
    () => "ok" as const,
    () => "unreachable" as const,
  );
  return Promise.race([outcome, late]).finally(() => clearTimeout(timer));
}

type Operators = { readonly warningsOf: () => readonly string[]; readonly isOperator: (request: FastifyRequest) => boolean };

export function serveHealth(app: FastifyInstance, read: () => Promise<Health>, { warningsOf, isOperator }: Operators): void {
  app.get("/healthz", { compress: false }, async (_, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  app.get("/readyz", { compress: false }, async (request, reply) => {
    const parts = await read();
    const isReady = parts.database === "ok" && (parts.bucket ?? "ok") === "ok" && (parts.disk ?? "ok") === "ok";
    const isTold = isOperator(request);
    const warnings = isTold ? warningsOf() : [];
    return reply
      .code(isReady ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ status: isReady ? "ready" : "not ready", ...(isTold && { parts }), ...(warnings.length > 0 && { warnings }) });
  });
}
