/** What every answer says to the browser about what it may do with it. Decision 0007. */
import type { FastifyInstance } from "fastify";

export type HeaderOptions = {
  /** Hosts of the drive, beside our own. */
  readonly connectOrigins: readonly string[];
  readonly formOrigins: readonly string[];
  /** Hosts that are reached by https alone; `all` where a proxy may change the name that is asked for. */
  readonly httpsHosts: "all" | readonly string[];
};

const HSTS = { "strict-transport-security": "max-age=31536000" } as const;

const PERMISSIONS = [
  "accelerometer",
  "camera",
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
 * No inline script and no eval but wasm (Argon2id). A style attribute is allowed, because color and alignment of stored notes are style
 * attributes; style elements and sheets come from this origin only. Where a browser has Trusted Types, text becomes HTML or a script's address
 * only through the two policies that the web app makes as it starts.
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
    "permissions-policy": PERMISSIONS.map((name) => `${name}=()`).join(", "),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
  };
}

/** Bytes that people stored: never a page of this origin, whatever is in them. Decision 0006. */
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
