/**
 * The two WebCrypto types of this package, derived from the global `crypto` of the compilation: browser code has DOM types, the server has
 * Node's.
 */
export type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
export type CryptoKeyPair = { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey };
