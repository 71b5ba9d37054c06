/** All active sessions of the account, and ending one of them. Decision 0006 "Sessions", encryption.md 3.5 (13). */
import type { Session } from "@satchel/contract/accounts/auth.ts";
import { deviceName } from "@satchel/contract/devices/device-name.ts";
import type { DevicesState } from "@satchel/core/vault/devices/devices-service-types.ts";
import { Laptop } from "lucide-react";
import { useEffect, useState } from "react";
import { Problem } from "../../shared/forms/Problem.tsx";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { securitySentence } from "../../text/account/account-problems.ts";
import { securityText } from "../../text/account/security.ts";
import css from "./security.module.css";

/** `changes`: number of sign-in changes made on this page; each one reloads the list. */
export function Devices({ changes }: { readonly changes: number }) {
  const { security, status } = useServices();
  const { devices } = useLibrary();
  const known = useStore(devices.store, (state) => state);
  useEffect(() => void devices.read(), [devices]);
  const [sessions, setSessions] = useState<readonly Session[]>();
  const [problem, setProblem] = useState<string>();
  const [ending, setEnding] = useState<Session>();
  const [busy, setBusy] = useState(false);
  const [ended, setEnded] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: both trigger a reload
  useEffect(() => {
    let isGone = false;
    setProblem(undefined);
    void security.sessions().then((listed) => {
      if (isGone) return;
      if (listed.ok) setSessions(listed.value);
      else setSessions((known) => known ?? []);
      if (!listed.ok) setProblem(securityText.devicesFailed);
    });
    return () => {
      isGone = true;
    };
  }, [security, changes, ended]);

  const handleEnd = async (session: Session): Promise<void> => {
    setBusy(true);
    const outcome = await security.endOther(session.id);
    setBusy(false);
    setEnding(undefined);
    if (!outcome.ok) return setProblem(securitySentence(outcome.problem));
    setSessions((all) => all?.filter(({ id }) => id !== session.id));
    setEnded((count) => count + 1);
    status.show({ id: "session-ended-elsewhere" });
  };
  return (
    <Section title={securityText.devicesTitle}>
      <Problem sentence={problem} />
      {sessions === undefined ? (
        <DelayedSpinner />
      ) : (
        <ul className={css.list}>
          {sessions.map((session) => (
            <Device key={session.id} session={session} name={nameOf(session, known)} onEnd={() => setEnding(session)} />
          ))}
        </ul>
      )}
      {ending !== undefined && (
        <ConfirmDialog
          variant="warning"
          title={securityText.endTitle}
          message={securityText.endMessage}
          confirm={securityText.endSession}
          busy={busy}
          onConfirm={() => void handleEnd(ending)}
          onCancel={() => setEnding(undefined)}
        />
      )}
    </Section>
  );
}

/** The name that the device published with this session; of a session without one, that of its browser. */
function nameOf({ id, current, device }: Session, { ownName, others }: DevicesState): string {
  if (current) return ownName;
  return others.find(({ sessionId }) => sessionId === id)?.name ?? deviceName(device);
}

type DeviceProps = { readonly session: Session; readonly name: string; readonly onEnd: () => void };

function Device({ session, name, onEnd }: DeviceProps) {
  const { moment } = useDates();
  const { network, current, limited, lastSeenAt, createdAt } = session;
  return (
    <li className={css.row}>
      <Laptop width={18} height={18} aria-hidden />
      <div className={css.words}>
        <p className={css.name}>
          {name}
          {current && <span className={css.badge}>{securityText.thisDevice}</span>}
          {limited && <span className={css.badge}>{securityText.limitedDevice}</span>}
        </p>
        <p className={css.detail}>
          {[network, securityText.lastSeen(moment(lastSeenAt)), securityText.signedIn(moment(createdAt))].join(" · ")}
        </p>
      </div>
      {!current && (
        <Button label={securityText.endSession} size="small" aria-label={`${securityText.endSession}: ${name}`} onPress={onEnd} />
      )}
    </li>
  );
}
