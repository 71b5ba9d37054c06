/** Templates: menus, the dialog that asks for one, and the help on placeholders. Decision 0059. */

export const templatesText = {
  newFrom: "From template…",
  newFromThis: "New note from this template",
  use: "Use as template",
  stop: "Stop using as template",
  ofFolder: "Template for new notes…",
  newTitle: "New note from a template",
  insertTitle: "Insert a template",
  folderTitle: (name: string) => `Template for new notes in "${name}"`,
  search: "Find a template",
  list: "Templates",
  none: "No template",
  noneFound: "No template has this name.",
  emptyTitle: "No templates yet",
  emptySentence: "Any note can be one: choose Use as template in its menu. Or begin with four that you can change.",
  addFirst: "Add four templates",
  help: "Placeholders that a template can have",
  placeholders: [
    ["{{date}}", "Today's date"],
    ["{{date:YYYY-MM-DD}}", "The date in a format of your own: YYYY, MMMM, MM, dddd, DD, D, W (week)"],
    ["{{time}}, {{time:h:mm A}}", "The time, also in a format: HH, h, mm, ss, A"],
    ["{{title}}", "The title of the new note"],
    ["{{cursor}}", "Where the cursor starts"],
  ],
} as const;
