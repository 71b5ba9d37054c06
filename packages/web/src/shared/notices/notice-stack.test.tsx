import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { BandContext, Notice } from "./Notice.tsx";
import { createNoticeStack, NoticeStackContext } from "./notice-stack.ts";
import { StackedNotice } from "./StackedNotice.tsx";

beforeEach(cleanup);

let setFullscreen: (isFullscreen: boolean) => void;
let setUrgent: (isUrgent: boolean) => void;
let setWarned: (isWarned: boolean) => void;

function Bands() {
  const [stack] = useState(createNoticeStack);
  const [isFullscreen, changeFullscreen] = useState(false);
  const [isUrgent, changeUrgent] = useState(false);
  setFullscreen = changeFullscreen;
  const [isWarned, changeWarned] = useState(true);
  setUrgent = changeUrgent;
  setWarned = changeWarned;
  return (
    <NoticeStackContext value={{ stack, isFullscreen }}>
      <BandContext value={StackedNotice}>
        <Notice tone="info" isReminder icon={null}>
          Save your recovery key
        </Notice>
        <Notice tone={isWarned ? "warning" : "info"} icon={null}>
          {isWarned ? "Storage is full" : "Notes are moving"}
        </Notice>
        {isUrgent && (
          <Notice tone="danger" urgent isKeptInFullscreen icon={null}>
            The disk is full
          </Notice>
        )}
        <Notice tone="info" shape="box" icon={null}>
          In a form
        </Notice>
      </BandContext>
    </NoticeStackContext>
  );
}

const seen = () => [...screen.queryAllByRole("status"), ...screen.queryAllByRole("alert")].map(({ textContent }) => textContent);

describe("A2.8 several notices at once", () => {
  it("shows the most urgent with the total number, and the others in turn", async () => {
    render(<Bands />);
    expect(seen()).toEqual(["Storage is full1 of 2", "In a form"]);
    await userEvent.click(screen.getByRole("button", { name: "Notice 1 of 2. Show next" }));
    expect(seen()).toEqual(["Save your recovery key2 of 2", "In a form"]);
    await userEvent.click(screen.getByRole("button", { name: "Notice 2 of 2. Show next" }));
    expect(seen()).toEqual(["Storage is full1 of 2", "In a form"]);
  });

  it("shows a more urgent one at once, and the former again when that is over", async () => {
    render(<Bands />);
    await userEvent.click(screen.getByRole("button", { name: /Show next/ }));
    act(() => setUrgent(true));
    expect(seen()).toEqual(["In a form", "The disk is full1 of 3"]);
    act(() => setUrgent(false));
    expect(seen()).toEqual(["Storage is full1 of 2", "In a form"]);
  });

  it("shows current events before an earlier reminder", () => {
    render(<Bands />);
    act(() => setWarned(false));
    expect(seen()).toEqual(["Notes are moving1 of 2", "In a form"]);
  });

  it("shows only the warning about lost text in fullscreen", () => {
    render(<Bands />);
    act(() => setFullscreen(true));
    expect(seen()).toEqual(["In a form"]);
    act(() => setUrgent(true));
    expect(seen()).toEqual(["In a form", "The disk is full1 of 3"]);
  });
});
