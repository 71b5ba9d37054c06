import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { expect, it } from "vitest";
import { late } from "./late.ts";
import { NotLoaded } from "./ui/NotLoaded.tsx";

const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

it("does without a part that cannot be fetched, and keeps the page", async () => {
  const [Tool, Dialog] = [late(gone), late(gone, NotLoaded)];
  render(
    <Suspense fallback="waiting">
      <p>The note</p>
      <Tool />
      <Dialog />
    </Suspense>,
  );
  expect(await screen.findByText("The note")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toBe("This part could not be loaded. Check the connection, then reload the page.");
});

it("shows what was fetched", async () => {
  const Tool = late(async () => ({ name }: { readonly name: string }) => <p>Hello {name}</p>);
  render(
    <Suspense fallback="waiting">
      <Tool name="Ada" />
    </Suspense>,
  );
  expect(await screen.findByText("Hello Ada")).toBeTruthy();
});
