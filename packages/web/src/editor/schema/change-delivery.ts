/** Reports edits after the frame that shows them, and at once before anything that may depend on them (shortcut, click, blur, unload). */
export type ChangeDelivery = {
  /** Schedules one delivery per frame, however many calls. */
  schedule(): void;
  /** Delivers now if a delivery is pending. */
  flush(): void;
  readonly isWaiting: () => boolean;
  /** Delivers what is pending, and nothing that is scheduled later: a closed editor must not overwrite the text of its successor. */
  end(): void;
};

/** Maximum delay in milliseconds, because a hidden page paints no frames. */
const AT_LATEST_MS = 100;

export function createChangeDelivery(deliver: () => void): ChangeDelivery {
  let [isWaiting, isEnded] = [false, false];
  let [frame, timer] = [0, 0];
  // A zero timeout would run before the browser's own work for the frame, and before other waiting tasks.
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
    if (isWaiting || isEnded) return;
    isWaiting = true;
    frame = requestAnimationFrame(() => painted.port2.postMessage(frame));
    timer = window.setTimeout(flush, AT_LATEST_MS);
  };
  const stopListening = listenForUrgency(flush);
  const end = (): void => {
    flush();
    isEnded = true;
    stopListening();
    painted.port1.close();
  };
  return { schedule, flush, isWaiting: () => isWaiting, end };
}

const URGENT_EVENTS = ["pointerdown", "click", "focusout", "submit", "visibilitychange", "pagehide", "beforeunload", "freeze"] as const;

/** Capture phase on the window: runs before any handler that may read the text. */
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
