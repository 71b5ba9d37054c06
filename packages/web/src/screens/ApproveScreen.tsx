/** /approve: a camera opened the code of another device. Its user agrees here, or continues in the tab that asked. encryption.md 3.5 (6). */
import { PATHS } from "@satchel/core/model/routes.ts";
import { type ApprovalLink, parseApprovalFragment } from "@satchel/core/vault/approval/approval-code.ts";
import type { ScanOutcome } from "@satchel/core/vault/approval/approval-service-types.ts";
import { useEffect, useMemo, useState } from "react";
import { LettingSteps, Request } from "../features/security/ApproveDevice.tsx";
import { useStore } from "../shared/hooks/use-store.ts";
import { Link } from "../shared/router/Link.tsx";
import { useServices } from "../shared/services.ts";
import { buttonClass } from "../shared/ui/Button.tsx";
import { Logo } from "../shared/ui/Logo.tsx";
import { Spinner } from "../shared/ui/Spinner.tsx";
import { approvalText, scanText } from "../text/account/approval.ts";
import css from "./approve-screen.module.css";

export function ApproveScreen() {
  const { account, approvalLinks } = useServices();
  const session = useStore(account.store, (state) => state.kind);
  const fragment = useStore(approvalLinks, (state) => state.fragment);
  const link = useMemo(() => parseApprovalFragment(fragment), [fragment]);
  return (
    <main className={css.page}>
      <Logo />
      <div className={css.card}>
        <h1 className={css.title}>{approvalText.pageTitle}</h1>
        {session !== "signed-in" ? (
          <p className={css.sentence}>{approvalText.pageSignedOut}</p>
        ) : link === undefined ? (
          <p className={css.sentence}>{approvalText.pageIncomplete}</p>
        ) : (
          <Scanned key={link.requestId} link={link} />
        )}
        <Link to={PATHS.notes} className={buttonClass("plain")}>
          {approvalText.goToNotes}
        </Link>
      </div>
    </main>
  );
}

function Scanned({ link }: { readonly link: ApprovalLink }) {
  const { approvals } = useServices();
  const [outcome, setOutcome] = useState<ScanOutcome>();
  const { letting, incoming } = useStore(approvals.store, (state) => state);
  useEffect(() => {
    let isGone = false;
    void approvals.scan(link).then((answer) => !isGone && setOutcome(answer));
    return () => {
      isGone = true;
    };
  }, [approvals, link]);
  const request = incoming.find((one) => one.requestId === link.requestId);
  if (outcome === undefined)
    return (
      <p className={css.waiting} role="status">
        <Spinner /> {approvalText.pageLooking}
      </p>
    );
  if (letting.kind !== "idle") return <LettingSteps letting={letting} isScanned />;
  if (outcome === "ready" && request !== undefined) return <Request request={request} />;
  const sentence = scanText[outcome];
  return sentence === undefined ? null : (
    <p className={css.sentence} role="status">
      {sentence}
    </p>
  );
}
