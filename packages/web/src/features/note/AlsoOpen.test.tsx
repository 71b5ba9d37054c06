import { createStore } from "@satchel/core/model/store.ts";
import type { SignalsState } from "@satchel/core/sync/signals/signals-service-types.ts";
import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

it("decision 0024: lists the other devices that have the note open, while they do", async () => {
  const others = createStore<SignalsState>({ isOpen: true, others: [] });
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", others });
  await screen.findByRole("tab", { name: "All Notes" });
  const made = await app.services.open.notes.create({ title: "Milk", content: "<p>two litres</p>" }, null);
  if (!made.ok) throw new Error("the note was not made");
  const { noteId } = made.value;
  await app.user.click(await screen.findByRole("option", { name: /Milk/ }));
  await screen.findByRole("article");
  expect(screen.queryByText(/^Also open in/)).toBeNull();

  const phone = { name: "Chrome on Android", noteId };
  act(() => others.setState({ others: [phone, phone, { name: "Firefox on Linux", noteId: "another" }, { name: "Safari on macOS" }] }));
  expect(screen.getByText("Also open in Chrome on Android")).toBeTruthy();
  await app.user.click(screen.getByRole("button", { name: "Edit this note" }));
  expect(await screen.findByText("Also open in Chrome on Android")).toBeTruthy();
  act(() => others.setState({ others: [] }));
  expect(screen.queryByText(/^Also open in/)).toBeNull();
});
