/** Icons of the kinds that a block can be turned into. */
import {
  Braces,
  Heading1,
  Heading2,
  Heading3,
  Info,
  List,
  ListChecks,
  ListCollapse,
  ListOrdered,
  type LucideIcon,
  Pilcrow,
  Quote,
  SquareSigma,
} from "lucide-react";
import type { BlockKind } from "./turn-into.ts";

export const KIND_ICONS: Readonly<Record<BlockKind, LucideIcon>> = {
  paragraph: Pilcrow,
  heading1: Heading1,
  heading2: Heading2,
  heading3: Heading3,
  bulletList: List,
  orderedList: ListOrdered,
  taskList: ListChecks,
  blockquote: Quote,
  codeBlock: Braces,
  formulaBlock: SquareSigma,
  toggle: ListCollapse,
  callout: Info,
};
