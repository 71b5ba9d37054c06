/** Reports edits after the frame that shows them, and at once before what may depend on them (shortcut, click, blur, unload). */
export type ChangeDelivery = {
  /** Many calls in one frame are one delivery. */
  schedule(): void;
  /** Delivers now, if anything waits. */
  flush(): void;
  readonly isWaiting: () => boolean;
  end(): void;
};

/** A hidden page paints no frames. */
const AT_LATEST_MS = 100;

export function createChangeDelivery(deliver: () => void): ChangeDelivery {
  let isWaiting = false;
  let [frame, timer] = [0, 0];
  // A timer of no length would run before what the browser itself does for the frame, and before others who wait for it.
  const painted = new MessageChannel();
  const flush = (): void => {
    if (!isWaiting) return;
    isWaiting = false;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    deliver();
  };
  painted.port1.onmessage = ({ data }) => data === frame && flush();
  const schedule = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    frame = requestAnimationFrame(() => painted.port2.postMessage(frame));
    timer = window.setTimeout(flush, AT_LATEST_MS);
  };
  const stopListening = listenForUrgency(flush);
  const end = (): void => {
    flush();
    stopListening();
    painted.port1.close();
  };
  return { schedule, flush, isWaiting: () => isWaiting, end };
}

const URGENT_EVENTS = ["pointerdown", "click", "focusout", "submit", "visibilitychange", "pagehide", "beforeunload", "freeze"] as const;

/** In the capture phase on the window: before any handler that may read what was typed. */
function listenForUrgency(flush: () => void): () => void {
  const handleKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(?:F\d+|Escape)$/.test(event.key)) flush();
  };
  window.addEventListener("keydown", handleKey, true);
  for (const name of URGENT_EVENTS) window.addEventListener(name, flush, true);
  return () => {
    window.removeEventListener("keydown", handleKey, true);
    for (const name of URGENT_EVENTS) window.removeEventListener(name, flush, true);
  };
}
