/** Text inside the picture of the product on the sign-in page. Loaded with the picture. */
export const productPictureText = {
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
