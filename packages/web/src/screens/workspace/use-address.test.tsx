import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import { locationOf } from "@satchel/core/workspace/tabs/tab-location.ts";
import { cleanup, render } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { expect, it } from "vitest";
import { RouterProvider, useLocation, useNavigate } from "../../shared/router/router.ts";
import { LibraryProvider, ServicesProvider, useLibrary } from "../../shared/services.ts";
import { type WorkspaceActions, WorkspaceActionsProvider } from "../../shared/workspace-actions.ts";
import { createMemoryRouter } from "../../testing/memory-router.ts";
import { createMemoryServices } from "../../testing/memory-services.ts";
import { useAddress } from "./use-address.ts";

function Follower() {
  useAddress(true);
  return null;
}

/** Starts a note right after an address was rendered, before its effects run. */
function Hurry({ path }: { readonly path: string }) {
  const { tabs } = useLibrary();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    if (pathname !== path) return;
    const tabId = tabs.openNew(null);
    const next = locationOf(tabs.store.getState().tabs.find(({ id }) => id === tabId));
    navigate(next.path, { state: next.state });
  }, [pathname, path, tabs, navigate]);
  return null;
}

/** Following an address uses only this action. */
const NO_ACTIONS = { openDay: () => undefined } as unknown as WorkspaceActions;

it("A2.10 ignores an address that was left before it was followed", async () => {
  cleanup();
  const services = await createMemoryServices({ session: { kind: "signed-out" }, localMode: true, disk: new MemoryDisk("dev") });
  const { notes, tabs } = services.open;
  const pathOf = async (title: string): Promise<string> => {
    const made = await notes.create({ title, content: "<p>two</p>" }, null);
    return made.ok ? `/notes/${made.value.noteId}` : made.problem.kind;
  };
  const [path, after] = [await pathOf("Milk"), await pathOf("Bread")];
  const router = createMemoryRouter("/notes");
  render(
    <ServicesProvider value={services}>
      <LibraryProvider value={services.open}>
        <RouterProvider router={router}>
          <WorkspaceActionsProvider value={NO_ACTIONS}>
            <Follower />
            <Hurry path={path} />
          </WorkspaceActionsProvider>
        </RouterProvider>
      </LibraryProvider>
    </ServicesProvider>,
  );
  const fronts: string[] = [];
  tabs.store.subscribe(({ tabs: open, activeTabId }) => fronts.push(locationOf(open.find(({ id }) => id === activeTabId)).path));

  router.navigate(path);
  await expect.poll(() => router.store.getState().location.pathname).not.toBe(path);
  router.navigate(after);
  await expect.poll(() => fronts.at(-1)).toBe(after);

  expect(fronts).not.toContain(path);
});
