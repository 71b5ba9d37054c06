/** Lets the drive protocol answer on its own paths, before any body is read. CORS `*` is on these paths and on no other (decision 0006). */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { refuse } from "../refusal.ts";
import { sendRefusal } from "./problem.ts";
import { STORED_BYTES_HEADERS } from "./security-headers.ts";

export type DriveMount = {
  /** First parts of the paths it answers, e.g. "/drive". */
  readonly prefixes: readonly string[];
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
  /** Paths under the prefixes that are pages and not stored bytes. */
  readonly isPage?: (path: string) => boolean;
  /** Others get a 403 and no CORS. */
  readonly accepts?: (headers: IncomingHttpHeaders) => boolean;
};

export function mountDrives(app: FastifyInstance, mounts: readonly DriveMount[], pageHeaders: Readonly<Record<string, string>>): void {
  app.addHook("onRequest", async (request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    const mount = mounts.find((each) => each.prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)));
    if (mount === undefined) return;
    if (mount.accepts?.(request.headers) === false) return sendRefusal(reply, refuse("forbidden"));
    const headers = mount.isPage?.(path) === true ? pageHeaders : STORED_BYTES_HEADERS;
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    reply.hijack();
    mount.listener(request.raw, reply.raw);
  });
}
