/** Text beside the sign-in and register pages, loaded after the form. */
export const pitchText = {
  welcome: [
    ["End-to-end encrypted", "Titles, text, and files are encrypted before they leave this browser."],
    ["Works offline", "Open, search, and write. Syncs when you're back online."],
    ["Nothing is ever lost", "If you edit a note on two devices, both edits are kept."],
  ],
  benefits: [
    ["Your notes on every device", "Sign in anywhere, and they're there."],
    ["In your own drive", "Encrypted files in a folder you own."],
    ["End-to-end encrypted", "The key is made from your password and stays with you."],
    ["Keep your local notes", "Everything you wrote on this device moves into your account."],
  ],
} as const;

/** Text inside the preview of the product. */
export const productPreviewText = {
  label: "Satchel with a list of notes and an open note",
  notes: [
    ["A week in Lisbon", "Book the train to Sintra"],
    ["Reading list", "The Left Hand of Darkness"],
    ["Sourdough", "500 g flour, 350 g water"],
    ["Team meeting", "Agenda for Monday"],
  ],
  title: "A week in Lisbon",
  tasks: [
    ["Book the train to Sintra", true],
    ["Ask Ines about the apartment", false],
  ],
  rows: [
    ["Arrive", "Friday, 18:40"],
    ["Sintra", "Sunday"],
    ["Home", "Thursday"],
  ],
} as const;
