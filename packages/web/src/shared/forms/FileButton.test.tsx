import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { FileButton } from "./FileButton.tsx";

it("passes chosen files on, the same file twice as well", async () => {
  const onSelect = vi.fn();
  const { container } = render(<FileButton kind="files" label="Choose files" onSelect={onSelect} />);
  const input = container.querySelector("input") as HTMLInputElement;
  const opened = vi.spyOn(input, "click");
  const user = userEvent.setup();
  for (let time = 0; time < 2; time += 1) {
    await user.click(screen.getByRole("button", { name: "Choose files" }));
    await user.upload(input, new File(["a"], "a.txt"));
  }
  expect(opened).toHaveBeenCalledTimes(2);
  expect(onSelect.mock.calls.map(([files]) => files[0].name)).toEqual(["a.txt", "a.txt"]);
});
