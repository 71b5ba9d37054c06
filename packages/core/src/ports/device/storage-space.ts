/** The space that this browser leaves to the app. Implemented by web/adapters/browser. */
export interface StorageSpace {
  /** Undefined: it does not say. */
  freeBytes(): Promise<number | undefined>;
}
