/** Approval of a new device: the two sides, the watch for requests, and codes that a camera opened in another tab. encryption.md 3.5 (6). */
import { APPROVAL } from "../../model/limits/limits.ts";
import { createStore } from "../../model/store.ts";
import type { ApprovalLink } from "./approval-code.ts";
import type { ApprovalService, ApprovalState, ScanOutcome } from "./approval-service-types.ts";
import { type ApprovalDeps, ApprovalSteps } from "./approval-steps-service.ts";
import { Holder } from "./holder-service.ts";
import { NewDevice } from "./new-device-service.ts";

export type { ApprovalDeps } from "./approval-steps-service.ts";

export function createApprovalService(deps: ApprovalDeps): ApprovalService {
  const store = createStore<ApprovalState>({ asking: { kind: "idle" }, letting: { kind: "idle" }, incoming: [] });
  const steps = new ApprovalSteps(deps, store);
  const [fresh, holder] = [new NewDevice(steps), new Holder(steps)];
  const take = async (link: ApprovalLink) => (link.role === "a" ? (await fresh.scan(link)) && "taken" : holder.scan(link));
  deps.session.store.subscribe((state) => {
    if (state.kind === "signed-in") return;
    fresh.reset();
    holder.reset();
    store.setState({ incoming: [] });
  });
  deps.channel.onMessage((message) => {
    const isOurs = message.kind === "scanned" && isActive(store.getState(), message);
    if (isOurs) void take(message).then((taken) => taken !== false && deps.channel.post({ kind: "taken", requestId: message.requestId }));
  });
  return {
    store,
    ask: () => fresh.ask(),
    confirm: (code) => fresh.confirm(code),
    withdraw: () => fresh.withdraw(),
    look: () => holder.look(),
    offer: (requestId) => holder.offer(requestId),
    typeCode: (code) => holder.typeCode(code),
    refuse: (requestId) => holder.refuse(requestId),
    dismiss: () => holder.reset(),
    scan: async (link) => (await take(link)) || handOn(deps, link),
    watch: (pace) => watch(deps, holder, pace),
  };
}

/** Only a tab that is in the middle of this request takes a code from another tab. */
function isActive({ asking, letting }: ApprovalState, { requestId, role }: ApprovalLink): boolean {
  const side = role === "a" ? asking : letting;
  return "requestId" in side && side.requestId === requestId;
}

/** A camera opens the code's address in a new tab, while the keys are in the memory of the one that asked. */
function handOn({ channel, timers }: ApprovalDeps, link: ApprovalLink): Promise<ScanOutcome> {
  return new Promise((resolve) => {
    const end = (outcome: ScanOutcome): void => {
      stop();
      cancel();
      resolve(outcome);
    };
    const stop = channel.onMessage((message) => {
      if (message.kind === "taken" && message.requestId === link.requestId) end("handed-on");
    });
    const cancel = timers.after(APPROVAL.handOnMs, () => end("other-request"));
    channel.post({ kind: "scanned", ...link });
  });
}

function watch({ visibility, timers }: ApprovalDeps, holder: Holder, pace: "often" | "seldom"): () => void {
  let isOver = false;
  const afterMs = pace === "often" ? APPROVAL.watchMs : APPROVAL.watchSeldomMs;
  const look = async (): Promise<void> => {
    if (isOver) return;
    // A hidden page makes no requests.
    if (visibility.isVisible()) await holder.look();
    timers.after(afterMs, () => void look());
  };
  void look();
  const stop = visibility.onVisible(() => void holder.look());
  return () => {
    isOver = true;
    stop();
  };
}
