// What is known of a text.

const PARTS = { title: 'title', text: 'text', foot: 'foot line' };

function add(parent, tag, kind, words) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  if (words !== undefined) element.textContent = words;
  parent.append(element);
  return element;
}

function forms(panel, title, all, language, direction) {
  if (!all.length) return;
  add(panel, 'h3', '', title);
  for (const form of all) {
    if (form.name) add(panel, 'p', 'form', form.name);
    const said = add(panel, 'p', 'said', form.text || '(empty)');
    said.lang = language;
    said.dir = direction;
  }
}

const counted = (number, noun) => `${number} ${noun}${Math.abs(number) === 1 ? '' : 's'}`;

function rooms(panel, places) {
  const cards = places.filter((place) => Object.keys(place.rooms).length);
  if (!cards.length) return;
  add(panel, 'h3', '', 'Room left');
  for (const place of cards.slice(0, 8)) {
    for (const part of place.parts) {
      const room = place.rooms[part];
      const lines = part === 'text' ? `${counted(room.lines, 'line')}, ` : '';
      const size = part === 'text' ? ` at ${room.size}` : '';
      add(panel, 'p', room.letters < 0 ? 'missing' : '', `${place.name}, ${PARTS[part]}${size}: ${lines}${counted(room.letters, 'letter')}`);
    }
  }
}

// Titles are names of cards, foot lines those of their types, whose names have no room of their own.
function parted(name, place) {
  const part = name === `card.${place.name}` ? 'title' : name.startsWith('foot.') ? 'foot' : name.startsWith('type.') ? '' : 'text';
  return { ...place, parts: [part].filter((each) => each in place.rooms) };
}

export function showText(panel, text, language, about, choose) {
  panel.replaceChildren();
  add(panel, 'h2', '', text.id);
  add(panel, 'p', `state ${text.state}`, text.state);
  forms(panel, language.name, text.forms, language.code, language.direction);
  if (language.code !== 'en' && !text.forms.length) add(panel, 'p', 'hint', 'Not translated yet: the page shows the English.');
  if (language.code !== 'en') forms(panel, 'English', text.english, 'en', 'ltr');
  forms(panel, 'English when it was translated', text.before, 'en', 'ltr');
  if (text.note) {
    add(panel, 'h3', '', 'Note');
    add(panel, 'p', '', text.note);
  }
  if (text.numbers.length) {
    add(panel, 'h3', '', 'Numbers that occur');
    add(panel, 'p', '', `n = ${text.numbers.join(', ')}`);
  }
  add(panel, 'h3', '', 'Where it stands');
  for (const place of text.places) add(panel, 'p', 'place', `${place.path}:${place.line}`);
  const pages = add(panel, 'p', 'pages');
  if (!about.places.length) pages.textContent = about.waits ? 'The pages are being set …' : 'Not on a page of this document.';
  for (const place of about.places.slice(0, 24)) {
    const go = add(pages, 'button', '', place.name);
    go.type = 'button';
    go.onclick = () => about.go(place.index);
    pages.append(' ');
  }
  rooms(panel, about.places.map((place) => parted(text.id, place)));
  const others = [...new Set(about.places.flatMap((place) => place.others))];
  if (others.length) add(panel, 'h3', '', 'Says the same');
  for (const name of others) {
    const other = add(panel, 'button', '', name);
    other.type = 'button';
    other.onclick = () => choose(name);
    panel.append(' ');
  }
}

export function showNothing(panel, name) {
  panel.replaceChildren();
  add(panel, 'p', 'hint', name ? `No text is called ${name}.` : 'Choose a text on a page to see where it stands, its English, its note and the room that is left.');
  const keys = add(panel, 'p', 'hint');
  for (const [key, words] of [['/', ' finds a text, '], ['n', ' and '], ['p', ' go through what is missing or stale, arrows from text to text.']]) {
    add(keys, 'kbd', '', key);
    keys.append(words);
  }
}

export function showNotes(panel, notes) {
  panel.querySelector('details')?.remove();
  if (!notes.length) return;
  const box = add(panel, 'details');
  add(box, 'summary', 'missing', `${notes.length} ${notes.length > 1 ? 'things keep' : 'thing keeps'} these pages from a release`);
  for (const note of notes.slice(0, 30)) add(box, 'pre', '', note);
}
