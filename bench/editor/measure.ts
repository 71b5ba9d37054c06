/** Times keys and openings inside the page, and adds drafts and a counter to every measured editor. */

/** Calls back after the next frame has been painted. */
function afterPaint(run: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = run;
    port2.postMessage(null);
  });
}

export function watchKeys(): number[] {
  const keys: number[] = [];
  addEventListener(
    "keydown",
    () => {
      const began = performance.now();
      afterPaint(() => keys.push(performance.now() - began));
    },
    true,
  );
  return keys;
}

export async function timeOpening(show: () => void): Promise<number> {
  const began = performance.now();
  show();
  return new Promise((resolve) => afterPaint(() => resolve(performance.now() - began)));
}

const DRAFT_DELAY_MS = 300;

/** Stores the text in IndexedDB, a moment after the last key. */
export function createDrafts(read: () => string): { readonly changed: () => void; readonly bytes: () => number } {
  let [timer, bytes] = [0, 0];
  const opening = new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("drafts", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("drafts");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const write = async (): Promise<void> => {
    const html = read();
    bytes = html.length;
    (await opening).transaction("drafts", "readwrite").objectStore("drafts").put(html, "draft");
  };
  return {
    changed() {
      clearTimeout(timer);
      timer = window.setTimeout(() => void write(), DRAFT_DELAY_MS);
    },
    bytes: () => bytes,
  };
}
