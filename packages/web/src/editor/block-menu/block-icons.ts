/** Icons of the kinds that a block can be turned into, and of arrangements of images. */
import {
  Braces,
  Columns2,
  Heading1,
  Heading2,
  Heading3,
  Info,
  LayoutGrid,
  List,
  ListChecks,
  ListCollapse,
  ListOrdered,
  type LucideIcon,
  Pilcrow,
  Quote,
  Rows2,
  SquareSigma,
} from "lucide-react";
import type { Arrangement } from "../image-rows/arrange-images.ts";
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

export const ARRANGEMENT_ICONS: Readonly<Record<Arrangement, LucideIcon>> = { beside: Columns2, gallery: LayoutGrid, stack: Rows2 };
