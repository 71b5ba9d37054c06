/** What has to be closed again, collected where it is opened. The last opened closes first, as in JavaScript's `AsyncDisposableStack`, which not all browsers have. */

type Disposer = () => unknown;

export type DisposerStack = {
  /** Answers the part, so that it can be added where it is made. */
  use<Part extends { close(): unknown }>(part: Part): Part;
  defer(...disposers: readonly Disposer[]): void;
  /** Runs all of them, one after the other, also where one fails; the last failure is thrown at the end. A second call finds nothing to do. */
  close(): Promise<void>;
};

export function createDisposerStack(): DisposerStack {
  const disposers: Disposer[] = [];
  return {
    use(part) {
      disposers.push(() => part.close());
      return part;
    },
    defer: (...added) => void disposers.push(...added),
    async close() {
      try {
        for (let dispose = disposers.pop(); dispose !== undefined; dispose = disposers.pop()) await dispose();
      } finally {
        if (disposers.length > 0) await this.close();
      }
    },
  };
}
