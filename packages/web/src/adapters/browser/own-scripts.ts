/** Trusted Types for script URLs: workers load only from our built files. For HTML see shared/html-policy.ts. Decision 0007. */
type MakeText = (text: string) => string;
export type PolicyFactory = {
  createPolicy(name: "default", rules: { readonly createScriptURL: MakeText; readonly createHTML?: MakeText }): unknown;
};
type Options = { readonly createHTML?: MakeText; readonly origin?: string; readonly factory?: PolicyFactory | undefined };

const OWN_SCRIPT = /^\/(?:assets\/[\w.-]+\.js|sw\.js)$/;

/** Must run before the first worker starts. Browsers without Trusted Types ignore it. */
export function allowOnlyOwnScripts({
  createHTML,
  origin = location.origin,
  factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes,
}: Options = {}): void {
  factory?.createPolicy("default", {
    ...(createHTML === undefined ? {} : { createHTML }),
    createScriptURL(url) {
      const { origin: host, pathname } = new URL(url, origin);
      if (host !== origin || !OWN_SCRIPT.test(pathname)) throw new TypeError("A script from outside of the application was refused");
      return url;
    },
  });
}
