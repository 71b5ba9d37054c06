/** Icons of saved searches. */
import { SEARCH_ICONS, type SearchIcon } from "@satchel/core/model/entities/saved-search.ts";
import { BookOpen, Briefcase, Calendar, CircleCheck, Clock, Heart, House, type LucideIcon, Search, Star, Tag } from "lucide-react";

const ICONS: Readonly<Record<SearchIcon, LucideIcon>> = {
  search: Search,
  star: Star,
  clock: Clock,
  calendar: Calendar,
  check: CircleCheck,
  book: BookOpen,
  briefcase: Briefcase,
  home: House,
  heart: Heart,
  tag: Tag,
};

/** Shows the magnifying glass for an icon that only a later version knows. */
export function SearchMark({ icon }: { readonly icon: string }) {
  const Icon = ICONS[toIcon(icon)];
  return <Icon aria-hidden />;
}

export function toIcon(icon: string): SearchIcon {
  return SEARCH_ICONS.find((known) => known === icon) ?? "search";
}
