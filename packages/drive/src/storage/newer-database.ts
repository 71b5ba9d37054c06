/** Thrown when a database is opened that a newer version has written: an older one would not know what it must keep. */
export class NewerDatabase extends Error {
  constructor(file: string) {
    super(`${file} was written by a newer version of Satchel. Start that version, or a newer one; nothing in it was changed.`);
  }
}
