import { cleanup, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { RouterProvider } from "../../shared/router/router.ts";
import { ServicesProvider } from "../../shared/services.ts";
import { createMemoryRouter } from "../../testing/memory-router.ts";
import { createMemoryServices, SIGNED_IN } from "../../testing/memory-services.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

function Broken(): never {
  throw new Error("a thing that should not happen");
}

async function breakDown(title: string) {
  cleanup();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const services = await createMemoryServices({ session: SIGNED_IN });
  await services.open.tabs.restore();
  if (title !== "") services.open.tabs.editDraft(services.open.tabs.openNew(null), { title, content: "<p>two litres</p>" });
  const router = createMemoryRouter("/");
  render(
    <ServicesProvider value={services}>
      <RouterProvider router={router}>
        <ErrorBoundary>
          <Broken />
        </ErrorBoundary>
      </RouterProvider>
    </ServicesProvider>,
  );
}

describe("B2 full-page error fallback", () => {
  it("offers the unsaved text before anything else", async () => {
    await breakDown("Milk");

    expect(screen.getByRole("heading", { name: "Oops! Something went wrong" })).toBeTruthy();
    const text = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Milk" });
    expect(text.value).toBe("Milk\n\ntwo litres");
    const refresh = screen.getByRole("button", { name: "Refresh Page" });
    expect(text.compareDocumentPosition(refresh) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getByRole("link", { name: "Go Home" }).getAttribute("href")).toBe("/");
  });

  it("hides the unsaved text field when there is no unsaved text", async () => {
    await breakDown("");
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByText("Unsaved text")).toBeNull();
  });
});
