/** The Profile tab: the signed-in user, and the account's creation date. Spec B §2 "Profile". */
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";
import { Section } from "../../shared/ui/Section.tsx";
import { profileText } from "../../text/account/profile.ts";
import css from "./profile.module.css";
import { SpaceUsed } from "./SpaceUsed.tsx";

export function ProfilePanel() {
  const { account } = useServices();
  const user = useStore(account.store, (state) => (state.kind === "signed-in" ? state.user : undefined));
  const dates = useDates();
  if (user === undefined) return null;
  const name = user.email.slice(0, user.email.indexOf("@"));
  return (
    <>
      <Section title={name} sentence={profileText.kind}>
        <dl className={css.facts}>
          <dt>{profileText.email}</dt>
          <dd>{user.email}</dd>
          <dt>{profileText.memberSince}</dt>
          <dd>{user.createdAt === undefined ? profileText.unknownDate : dates.day(user.createdAt)}</dd>
        </dl>
      </Section>
      <SpaceUsed />
    </>
  );
}
