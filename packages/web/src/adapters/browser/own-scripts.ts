/**
 * Trusted Types for the addresses of scripts: workers and the service worker may come from our own built files and from nowhere else, whatever
 * text reaches the code that starts them. HTML has a policy of its own (editor/safe-html.ts); this one makes none. decisions §7.
 */
export type PolicyFactory = { createPolicy(name: "default", rules: { readonly createScriptURL: (url: string) => string }): unknown };

const OWN_SCRIPT = /^\/(?:assets\/[\w.-]+\.js|sw\.js)$/;

/** Before the first worker is started. A browser without Trusted Types goes without. */
export function allowOnlyOwnScripts(
  origin: string = location.origin,
  factory: PolicyFactory | undefined = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes,
): void {
  factory?.createPolicy("default", {
    createScriptURL(url) {
      const { origin: host, pathname } = new URL(url, origin);
      if (host !== origin || !OWN_SCRIPT.test(pathname)) throw new TypeError("A script from outside of the application was refused");
      return url;
    },
  });
}
