/** Notices that a database is gone or does not read any more while it is used, and says so once. What a full or forbidding device answers is none of that. */
import type { StoreProblem } from "@satchel/core/ports/local-store.ts";
import type { Result } from "@satchel/core/result.ts";

/** Names of IndexedDB's exceptions behind which the database itself is broken. */
const FAULTS: readonly string[] = ["UnknownError", "NotFoundError", "InvalidStateError", "NotReadableError", "DataError"];

type Answer = Result<unknown, StoreProblem>;

export function watchFaults(onFault: () => void = () => undefined) {
  let isOver = false;
  const told = (): void => {
    if (isOver) return;
    isOver = true;
    onFault();
  };
  const look = (answer: Answer): void => {
    if (!answer.ok && answer.problem.kind === "storage-broken" && FAULTS.includes(answer.problem.detail)) told();
  };
  return {
    told,
    /** It is on its way out, by another tab's wish: what fails from now on is no fault. */
    hush(): void {
      isOver = true;
    },
    /** Every call goes through; each answer is looked at. After `close` nothing is a fault any more. */
    watch<Store extends { close(): void }>(store: Store): Store {
      return new Proxy(store, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name);
          if (typeof member !== "function") return member;
          return (...given: readonly unknown[]): unknown => {
            if (name === "close") isOver = true;
            const answer: unknown = Reflect.apply(member, target, given);
            if (answer instanceof Promise) void answer.then(look, () => undefined);
            return answer;
          };
        },
      });
    },
  };
}
