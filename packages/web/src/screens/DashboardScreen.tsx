/** The page /dashboard. Spec A §2.7. */

import { Menu } from "lucide-react";
import { useContext } from "react";
import { Dashboard } from "../features/dashboard/Dashboard.tsx";
import { LandingNotices } from "../features/notices/Notices.tsx";
import { IconButton } from "../shared/ui/IconButton.tsx";
import { Logo } from "../shared/ui/Logo.tsx";
import { workspaceText } from "../text/workspace.ts";
import { FrameContext } from "./actions/frame-context.ts";
import css from "./dashboard-screen.module.css";

export function DashboardScreen() {
  const { isPhone, isSidebarShown, toggleSidebar, askAbout } = useContext(FrameContext);
  return (
    <main className={css.screen}>
      {isPhone && (
        <header className={css.top}>
          <Logo />
          <IconButton label={workspaceText.menu} icon={<Menu />} onPress={toggleSidebar} />
        </header>
      )}
      <LandingNotices onJoinSensitive={() => askAbout("join-sensitive")} />
      <div className={css.rest}>
        {!isPhone && !isSidebarShown && (
          <div className={css.corner}>
            <IconButton label={workspaceText.showSidebar} icon={<Menu />} onPress={toggleSidebar} />
          </div>
        )}
        <Dashboard />
      </div>
    </main>
  );
}
