/** The security headers of every response. Decision 0007. */
import type { FastifyInstance } from "fastify";

export type HeaderOptions = {
  /** Hosts of the drive, besides this server's own origin. */
  readonly connectOrigins: readonly string[];
  readonly formOrigins: readonly string[];
  /** Hosts that are reached by https alone; `all` if a proxy may change the host name. */
  readonly httpsHosts: "all" | readonly string[];
};

const HSTS = { "strict-transport-security": "max-age=31536000" } as const;

/** The page uses none of these. The camera, of this origin alone, scans the code of another device (encryption.md 3.5 (6)). */
const PERMISSIONS = [
  "accelerometer",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
];

/**
 * Forbids inline scripts and eval, except wasm (Argon2id). Style attributes are allowed because colors and alignment in stored notes use
 * them; style elements and sheets come from this origin only. In browsers with Trusted Types, text becomes HTML or a script URL only
 * through the two policies that the web app creates at startup.
 */
function contentSecurityPolicy(options: HeaderOptions): string {
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...options.connectOrigins].join(" ")}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "media-src 'self' blob:",
    "object-src 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `form-action ${["'self'", ...options.formOrigins].join(" ")}`,
    "require-trusted-types-for 'script'",
    "trusted-types default satchel-html",
  ].join("; ");
}

export function securityHeaders(options: HeaderOptions): Readonly<Record<string, string>> {
  return {
    "content-security-policy": contentSecurityPolicy(options),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": ["camera=(self)", ...PERMISSIONS.map((name) => `${name}=()`)].join(", "),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
  };
}

/** Headers for stored bytes, which must never act as a page of this origin, whatever they contain. Decision 0006. */
export const STORED_BYTES_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": "sandbox; default-src 'none'",
  "x-content-type-options": "nosniff",
  "content-disposition": "attachment",
  "referrer-policy": "no-referrer",
};

export function addSecurityHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const headers = securityHeaders(options);
  app.addHook("onRequest", async (request, reply) => {
    const { host } = request.headers;
    const isHttps = options.httpsHosts === "all" || options.httpsHosts.includes(host?.toLowerCase() ?? "");
    reply.headers(isHttps ? { ...headers, ...HSTS } : { ...headers });
  });
}
