/**
 * Serves the built web app: hashed files are cached forever, the page and the service worker never, and every page address returns the one
 * page. Decision 0007.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyCompress from "@fastify/compress";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../shared/refusal.ts";
import { sendRefusal } from "./problem.ts";

const PAGE = "index.html";
const FOR_EVER = "public, max-age=31536000, immutable";
const NOT_BUILT = "Satchel's server is running, but the web app has not been built.\n";

export async function serveWebApp(app: FastifyInstance, webDir: string): Promise<void> {
  if (!existsSync(join(webDir, PAGE))) {
    app.setNotFoundHandler((request, reply) => (isPage(request) ? sayNotBuilt(reply) : sendRefusal(reply, refuse("not-found"))));
    return;
  }
  await app.register(fastifyCompress, { global: true, encodings: ["br", "gzip"], threshold: 1024 });
  await app.register(fastifyStatic, {
    root: webDir,
    index: PAGE,
    cacheControl: false,
    dotfiles: "deny",
    // Serves .br and .gz files if the build made them. Other files are compressed on the fly.
    preCompressed: true,
    suppressRedirect: true,
    setHeaders: (response, path) => {
      response.header("cache-control", isHashed(path) ? FOR_EVER : "no-cache");
      const policy = WORKER_POLICIES.find(([name]) => name.test(path))?.[1];
      if (policy !== undefined) response.header("content-security-policy", policy);
    },
  } as Parameters<typeof fastifyStatic>[1]);
  app.setNotFoundHandler((request, reply) => (isPage(request) ? reply.sendFile(PAGE) : sendRefusal(reply, refuse("not-found"))));
}

/** Vite adds a hash to the names of all files under assets/, and to no others. */
function isHashed(path: string): boolean {
  return /[\\/]assets[\\/]/.test(path);
}

/** The two workers that may call other hosts: one sends prompts (decision 0006 "AI"), one loads images (decision 0032). */
const WORKER_POLICIES: readonly (readonly [RegExp, string])[] = [
  [/[\\/]assets[\\/]own-host-worker-[^\\/]+\.js(\.\w+)?$/, "default-src 'none'; script-src 'self'; connect-src http: https:"],
  [/[\\/]assets[\\/]remote-image-worker-[^\\/]+\.js(\.\w+)?$/, "default-src 'none'; script-src 'self'; connect-src https:"],
];

function sayNotBuilt(reply: FastifyReply): FastifyReply {
  return reply.code(404).type("text/plain; charset=utf-8").header("cache-control", "no-store").send(NOT_BUILT);
}

// A missing script or image must stay a 404: caches would keep a page in its place, and it would fail in confusing ways.
function isPage(request: FastifyRequest): boolean {
  const path = request.url.split("?")[0] ?? "";
  return (
    /^(GET|HEAD)$/.test(request.method) && !/^\/(api|drive|upload|batch|sandbox|assets)(\/|$)/.test(path) && !/\.[a-z0-9]+$/i.test(path)
  );
}
