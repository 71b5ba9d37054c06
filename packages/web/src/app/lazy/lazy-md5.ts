/** MD5s as drives print them: nothing that is drawn needs one. */
export type HashMd5 = (bytes: Uint8Array) => string;

export async function loadMd5(): Promise<HashMd5> {
  return (await import("@satchel/crypto/md5.ts")).createMd5();
}
