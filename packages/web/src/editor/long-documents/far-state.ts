/** What the editor knows about the far blocks of a long note (far-blocks.ts), where others can read it. */
import { PluginKey } from "@tiptap/pm/state";
import type { Range } from "./near-blocks.ts";

export type FarBlocksState = {
  readonly isLong: boolean;
  /** All of it is rendered, to be printed. */
  readonly isWhole: boolean;
  /** Positions, from the beginning of a block to the end of one. */
  readonly near: readonly Range[];
  /** A new object whenever the near blocks were computed. */
  readonly arranged: object;
};

/** Indices of the blocks that are near the window now; or all of them. */
export type FarRequest = Range | "whole";

export const farKey = new PluginKey<FarBlocksState>("farBlocks");
