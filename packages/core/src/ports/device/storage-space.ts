/** Storage space that the browser grants the app. Implemented by web/adapters/browser. */
export interface StorageSpace {
  /** Returns undefined if the browser does not report it. */
  freeBytes(): Promise<number | undefined>;
}
