/** One request at a time per upload session: two writers would mix their bytes. */
export type UploadLocks = {
  /** Undefined when someone is in; else the way out. */
  enter(sessionId: string): (() => void) | undefined;
  isInside(sessionId: string): boolean;
};

export function createUploadLocks(): UploadLocks {
  const inside = new Set<string>();
  return {
    enter: (sessionId) => {
      if (inside.has(sessionId)) return undefined;
      inside.add(sessionId);
      return () => void inside.delete(sessionId);
    },
    isInside: (sessionId) => inside.has(sessionId),
  };
}
