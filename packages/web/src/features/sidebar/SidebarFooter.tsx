/** The end of the sidebar: theme, and sign-out or, in local mode, sign-up and clearing. Spec B §2 footers. */
import { PATHS } from "@satchel/core/model/routes.ts";
import { CloudUpload, LogOut, Settings, SunMoon, Trash2 } from "lucide-react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { Link } from "../../shared/router/Link.tsx";
import { useLibrary, useServices } from "../../shared/services.ts";
import { themeText, workspaceText } from "../../text/workspace.ts";
import css from "./sidebar.module.css";

type SidebarFooterProps = { readonly onSettings: () => void; readonly onSignOut: () => void; readonly onClearLocal: () => void };

export function SidebarFooter({ onSettings, onSignOut, onClearLocal }: SidebarFooterProps) {
  const { kind } = useLibrary();
  return (
    <section aria-label={workspaceText.account}>
      <ul className={css.footer}>
        <li>
          <button type="button" className={css.row} onClick={onSettings}>
            <Settings aria-hidden />
            <span className={css.label}>{workspaceText.settings}</span>
          </button>
        </li>
        <li>
          <ThemeCycler />
        </li>
        {kind === "cloud" ? (
          <li>
            <button type="button" className={css.row} onClick={onSignOut}>
              <LogOut aria-hidden />
              <span className={css.label}>{workspaceText.signOut}</span>
            </button>
          </li>
        ) : (
          <>
            <li>
              <Link to={PATHS.signup} className={`${css.row} ${css.tall}`}>
                <CloudUpload aria-hidden />
                <span className={css.label}>
                  {workspaceText.signUpToSync}
                  <small className={css.hint}>{workspaceText.signUpHint}</small>
                </span>
              </Link>
            </li>
            <li>
              <button type="button" className={`${css.row} ${css.dangerRow}`} onClick={onClearLocal}>
                <Trash2 aria-hidden />
                <span className={css.label}>{workspaceText.clearLocal}</span>
              </button>
            </li>
          </>
        )}
      </ul>
    </section>
  );
}

function ThemeCycler() {
  const { theme } = useServices();
  const name = themeText[useStore(theme.store, (state) => state.theme)];
  return (
    <button type="button" className={css.row} onClick={theme.cycle}>
      <SunMoon aria-hidden />
      <span className={css.label}>{workspaceText.theme}</span>
      <span className={css.count}>{name}</span>
    </button>
  );
}
