/** What a blob may be called. Keys come from the server; anything that is not one is refused, so that no key can name a path outside. */
const KEY = /^[A-Za-z0-9_-]{8,128}$/;

export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error("not a blob key");
  return key;
}
