/** Whether the process lives (`/healthz`) and whether it can do its work (`/readyz`), with what its operator should change. Decision 0006. */
import type { FastifyInstance } from "fastify";

export function addHealth(app: FastifyInstance, isReady: () => Promise<boolean>, warningsOf: () => readonly string[]): void {
  app.get("/healthz", { compress: false }, async (_, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  app.get("/readyz", { compress: false }, async (_, reply) => {
    const ready = await isReady();
    const warnings = warningsOf();
    return reply
      .code(ready ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ status: ready ? "ready" : "not ready", ...(warnings.length > 0 && { warnings }) });
  });
}
