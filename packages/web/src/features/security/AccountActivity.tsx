/** Account events, newest first: time, event, device, network. docs/decisions/0016. */
import type { ActivityEvent } from "@satchel/contract/accounts/activity.ts";
import { deviceName } from "@satchel/contract/devices/device-name.ts";
import { useEffect, useState } from "react";
import { Problem } from "../../shared/forms/Problem.tsx";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { activityText } from "../../text/account/activity.ts";
import css from "./security.module.css";

const SHOWN_AT_FIRST = 10;

export function AccountActivity() {
  const events = useActivity();
  return (
    <Section title={activityText.title} sentence={activityText.sentence}>
      {events === undefined && <DelayedSpinner />}
      {events === "failed" && <Problem sentence={activityText.failed} />}
      {Array.isArray(events) && <EventList events={events} />}
    </Section>
  );
}

function useActivity(): readonly ActivityEvent[] | "failed" | undefined {
  const { security } = useServices();
  const [events, setEvents] = useState<readonly ActivityEvent[] | "failed">();
  useEffect(() => {
    let isGone = false;
    void security.activity().then((listed) => {
      if (!isGone) setEvents(listed.ok ? listed.value : "failed");
    });
    return () => {
      isGone = true;
    };
  }, [security]);
  return events;
}

function EventList({ events }: { readonly events: readonly ActivityEvent[] }) {
  const { moment } = useDates();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? events : events.slice(0, SHOWN_AT_FIRST);
  if (events.length === 0) return <p className={css.detail}>{activityText.none}</p>;
  return (
    <>
      <ul className={css.list} aria-label={activityText.title}>
        {shown.map(({ kind, at, device, network }) => (
          <li key={`${at} ${kind} ${device} ${network}`} className={css.row}>
            <div className={css.words}>
              <p className={css.name}>{activityText.kinds[kind]}</p>
              <p className={css.detail}>{activityText.detail(deviceName(device), network, moment(at))}</p>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < events.length && (
        <div className={css.buttons}>
          <Button label={activityText.more(events.length - shown.length)} tone="quiet" onPress={() => setWhole(true)} />
        </div>
      )}
    </>
  );
}
