/** The templates to begin with, as stored HTML. Loaded when the user asks for them. Decision 0059. */
import type { NoteDraft } from "@satchel/core/model/entities/note.ts";

export const firstTemplatesText: { readonly folder: string; readonly drafts: readonly NoteDraft[] } = {
  folder: "Templates",
  drafts: [
    {
      title: "Daily note, {{date}}",
      content:
        "<h2>Today</h2>" +
        '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>{{cursor}}</p></li></ul>' +
        "<h2>Notes</h2><p></p>" +
        "<h2>Tomorrow</h2><p></p>",
    },
    {
      title: "Meeting {{date}}",
      content:
        "<p><strong>When:</strong> {{date}}, {{time}}</p>" +
        "<p><strong>Who:</strong> {{cursor}}</p>" +
        "<h2>Agenda</h2><ul><li><p></p></li></ul>" +
        "<h2>Decisions</h2><ul><li><p></p></li></ul>" +
        '<h2>Next steps</h2><ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p></p></li></ul>',
    },
    {
      title: "Project",
      content:
        "<p><strong>Goal:</strong> {{cursor}}</p>" +
        "<p><strong>Started:</strong> {{date}}</p>" +
        "<h2>Plan</h2>" +
        '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p></p></li></ul>' +
        "<h2>Open questions</h2><ul><li><p></p></li></ul>" +
        "<h2>Log</h2><p>{{date}}: </p>",
    },
    {
      title: "Week {{date:W, YYYY}}",
      content:
        "<h2>What went well</h2><p>{{cursor}}</p>" +
        "<h2>What did not</h2><p></p>" +
        "<h2>What I learned</h2><p></p>" +
        '<h2>Next week</h2><ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p></p></li></ul>',
    },
  ],
};
