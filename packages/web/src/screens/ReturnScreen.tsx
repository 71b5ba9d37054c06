/** The pages /auth/google/callback and /auth/callback, which return from the drive's sign-in. Spec A §2.6, A §8 "OAuth return", A §9. */
import type { ConnectionProblem, Returned } from "@satchel/core/connection/connection-service-types.ts";
import { OAUTH } from "@satchel/core/model/limits/limits.ts";
import { PATHS } from "@satchel/core/model/routes.ts";
import type { StatusMessage } from "@satchel/core/workspace/notifications/messages.ts";
import { CircleCheck, CircleX } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "../shared/hooks/use-store.ts";
import { useNavigate, useQuery } from "../shared/router/router.ts";
import { type Services, useServices } from "../shared/services.ts";
import { Logo } from "../shared/ui/Logo.tsx";
import { Spinner } from "../shared/ui/Spinner.tsx";
import { connectionProblemText } from "../text/account/onboarding.ts";
import { returnText } from "../text/pages/return-page.ts";
import css from "./return-screen.module.css";

type Outcome =
  | { readonly kind: "waiting" }
  | { readonly kind: "connected" }
  | { readonly kind: "failed"; readonly problem: ConnectionProblem };

export function ReturnScreen() {
  const outcome = useReturn();
  return (
    <main className={css.page}>
      <Logo />
      <div className={css.words} role="status">
        {outcome.kind === "waiting" && (
          <Message icon={<Spinner size={28} />} title={returnText.waitingTitle} sentence={returnText.waitingSentence} />
        )}
        {outcome.kind === "connected" && (
          <Message icon={<CircleCheck className={css.good} />} title={returnText.connectedTitle} sentence={returnText.connectedSentence} />
        )}
        {outcome.kind === "failed" && (
          <Message
            icon={<CircleX className={css.bad} />}
            title={returnText.failedTitle}
            sentence={`${whyOf(outcome.problem)}. ${returnText.failedSentence}`.replace(/([.…?!])\. /, "$1 ")}
          />
        )}
      </div>
    </main>
  );
}

function whyOf(problem: ConnectionProblem): string {
  if (problem.kind === "failed" && problem.status !== undefined) return returnText.exchangeFailed(problem.status);
  return connectionProblemText[problem.kind];
}

function Message({ icon, title, sentence }: { readonly icon: React.ReactNode; readonly title: string; readonly sentence: string }) {
  return (
    <>
      {icon}
      <h1 className={css.title}>{title}</h1>
      <p className={css.sentence}>{sentence}</p>
    </>
  );
}

function useReturn(): Outcome {
  const { account, connection, library, migration, status } = useServices();
  const session = useStore(account.store, (state) => state.kind);
  const query = useQuery();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome>({ kind: "waiting" });

  useEffect(() => {
    if (session === "loading") return;
    let isGone = false;
    void connection.finish(query).then((finished) => {
      if (isGone) return;
      setOutcome(finished.ok ? { kind: "connected" } : { kind: "failed", problem: finished.problem });
      if (finished.ok) goOn(finished.value);
      else fail(finished.problem);
    });
    const goOn = (returned: Returned): void => {
      if (returned.wasReconnect) void syncAfterReconnect(library, status);
      void migration.resume();
      leave(returned.wasReconnect ? PATHS.notes : returned.returnTo, OAUTH.successRedirectMs);
    };
    const fail = (problem: ConnectionProblem): void => {
      status.show(toMessage(problem));
      leave(problem.kind === "not-signed-in" ? PATHS.login : PATHS.onboarding, OAUTH.failureRedirectMs);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = (path: string, afterMs: number): void => {
      timer = setTimeout(() => navigate(path, { replace: true }), afterMs);
    };
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [session, connection, library, migration, status, query, navigate]);

  return outcome;
}

function toMessage(problem: ConnectionProblem): StatusMessage {
  switch (problem.kind) {
    case "refused":
      return { id: "oauth-error", error: problem.error };
    case "no-code":
      return { id: "no-authorization-code" };
    case "not-signed-in":
      return { id: "please-sign-in-first" };
    case "scope-missing":
      return { id: "drive-access-refused" };
    case "failed":
      return problem.wasReconnect === true ? { id: "reconnection-problem", problem } : { id: "connection-failed" };
    default:
      return { id: "connection-failed" };
  }
}

const SUBJECT = "connection";

/** Syncs after a reconnect and reports failures. If another drive is connected, the workspace asks about it. Spec A §8 "OAuth return". */
export async function syncAfterReconnect(library: Services["library"], status: Services["status"]): Promise<void> {
  status.show({ id: "reconnected" }, { subject: SUBJECT });
  const state = library.getState();
  if (state.kind !== "open") return;
  const { sync } = state.library;
  const isComplete = await sync.syncNow();
  const { problem, phase } = sync.store.getState();
  if (isComplete || phase === "off" || problem === undefined || problem.kind === "target-changed") return;
  status.show({ id: "reconnected-sync-failed" }, { subject: SUBJECT });
}
