/** Editor state about the far blocks of a long note (far-blocks.ts), readable by other plugins. */
import { PluginKey } from "@tiptap/pm/state";
import type { Range } from "./near-blocks.ts";

export type FarBlocksState = {
  readonly isLong: boolean;
  /** True while all blocks are rendered for printing. */
  readonly isWhole: boolean;
  /** Positions from the beginning of a block to the end of one. */
  readonly near: readonly Range[];
  /** A new object each time the near blocks were computed. */
  readonly arranged: object;
};

/** Indices of the blocks near the window, or all of them. */
export type FarRequest = Range | "whole";

export const farKey = new PluginKey<FarBlocksState>("farBlocks");
