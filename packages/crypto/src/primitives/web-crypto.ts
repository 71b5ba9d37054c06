/** The two WebCrypto types this package names, taken from the `crypto` of the one who compiles it: browser code has DOM types, the server has Node's. */
export type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
export type CryptoKeyPair = { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey };
