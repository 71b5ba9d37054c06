import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense, useState } from "react";
import { expect, it } from "vitest";
import { LazyScreen, lazyComponent, lazyScreen } from "./lazy-component.ts";

const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

it("omits a part that cannot be fetched, and keeps the page", async () => {
  const [Tool, Dialog] = [lazyComponent(gone), lazyComponent(gone, "part")];
  render(
    <Suspense fallback="waiting">
      <p>The note</p>
      <Tool />
      <Dialog />
    </Suspense>,
  );
  expect(await screen.findByText("The note")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toBe("This part couldn't be loaded. Check your connection and try again.");
});

it("replaces a screen with a landmark and heading, and a note with a heading", async () => {
  const [Screen, Note] = [lazyScreen(gone), lazyComponent(gone, "note")];
  const view = render(<Screen />);
  expect(await within(await screen.findByRole("main")).findByRole("heading", { level: 1 })).toBeTruthy();
  view.rerender(<Note />);
  await waitFor(() => expect(screen.queryByRole("main")).toBeNull());
  expect(screen.getByRole("heading", { level: 1 })).toBeTruthy();
});

it("omits a part whose file was empty because the server was still writing it", async () => {
  const Menu = lazyComponent(async () => (({}) as { readonly Menu: () => null }).Menu, "part");
  render(
    <Suspense fallback="waiting">
      <Menu />
    </Suspense>,
  );
  expect((await screen.findByRole("alert")).textContent).toContain("couldn't be loaded");
});

it("retries a part the next time it is needed", async () => {
  const answers = [gone, async () => () => <p>The menu</p>];
  const Menu = lazyComponent(() => (answers.shift() ?? gone)(), "part");
  const page = (isOpen: boolean) => <Suspense fallback="waiting">{isOpen && <Menu />}</Suspense>;
  const view = render(page(true));
  await screen.findByRole("alert");
  view.rerender(page(false));
  view.rerender(page(true));
  expect(await screen.findByText("The menu")).toBeTruthy();
});

it("retries on request, beside the current content", async () => {
  const waiting: ((answer: typeof gone) => void)[] = [];
  const Editor = lazyComponent<object>(async () => (await new Promise<typeof gone>((resolve) => waiting.push(resolve)))(), "part");
  const answer = async (load: typeof gone) => act(async () => waiting.shift()?.(load));
  render(
    <>
      <input aria-label="Title" />
      <Suspense fallback="waiting">
        <Editor />
      </Suspense>
    </>,
  );
  const title = screen.getByRole<HTMLInputElement>("textbox");
  title.value = "Milk";
  await answer(gone);
  expect(screen.getByRole("alert")).toBeTruthy();
  const again = screen.getByRole("button", { name: "Try again" });
  await userEvent.click(again);
  await answer(gone);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByRole("alert")).toBeTruthy();
  await answer((async () => () => <p>The editor</p>) as never);
  expect(screen.getByText("The editor")).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("textbox")).toBe(title);
  expect(title.value).toBe("Milk");
});

it("omits a screen that cannot be fetched, and retries when the user returns", async () => {
  const answers = [gone, async () => Counting];
  const workspace = lazyScreen(() => (answers.shift() ?? gone)() as Promise<typeof Counting>);
  const greeting = lazyScreen(async () => () => <p>Hello</p>);
  await greeting.fetch();
  const page = (of: typeof greeting) => <Suspense fallback="waiting">{<LazyScreen of={of} />}</Suspense>;
  const view = render(page(workspace));
  await screen.findByRole("alert");
  view.rerender(page(greeting));
  expect(screen.getByText("Hello")).toBeTruthy();
  view.rerender(page(workspace));
  expect(await screen.findByText("Pressed 0")).toBeTruthy();
});

it("shows a fetched component", async () => {
  const Tool = lazyComponent(async () => ({ name }: { readonly name: string }) => <p>Hello {name}</p>);
  render(
    <Suspense fallback="waiting">
      <Tool name="Ada" />
    </Suspense>,
  );
  expect(await screen.findByText("Hello Ada")).toBeTruthy();
});

function Counting() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Pressed {count}
    </button>
  );
}

it("renders a screen at once if it was fetched before", async () => {
  const counting = lazyScreen(async () => Counting);
  await counting.fetch();
  render(
    <Suspense fallback="waiting">
      <LazyScreen of={counting} />
    </Suspense>,
  );
  expect(screen.getByText("Pressed 0")).toBeTruthy();
});

it("waits for a screen to load, and keeps its state when it is fetched again", async () => {
  const counting = lazyScreen(async () => Counting);
  const page = (
    <Suspense fallback="waiting">
      <LazyScreen of={counting} />
    </Suspense>
  );
  const view = render(page);
  expect(screen.getByText("waiting")).toBeTruthy();
  const button = await screen.findByText("Pressed 0");
  act(() => button.click());
  await act(async () => void (await counting.fetch()));
  view.rerender(page);
  expect(screen.getByText("Pressed 1")).toBeTruthy();
});

it("replaces one screen with another", async () => {
  const counting = lazyScreen(async () => Counting);
  const greeting = lazyScreen(async () => () => <p>Hello</p>);
  await Promise.all([counting.fetch(), greeting.fetch()]);
  const view = render(<LazyScreen of={counting} />);
  expect(screen.getByText("Pressed 0")).toBeTruthy();
  view.rerender(<LazyScreen of={greeting} />);
  expect(screen.getByText("Hello")).toBeTruthy();
});
