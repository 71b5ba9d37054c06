/** Thrown by a store where its port has no answer for a disk that is full; the server turns it into the same refusal as a full quota. */
export class DiskFull extends Error {
  constructor() {
    super("no room left on the disk");
  }
}
