// The preview: what is looked at, and news of it. Pages are shown by leaves.js, a text by panel.js.
import { Leaves } from '/leaves.js';
import { showText, showNotes, showNothing } from '/panel.js';

const SOURCE = 'en';
const TITLES = { cards: 'Cards', sheets: 'Sheets', rulebook: 'Rulebook' };
const at = (id) => document.getElementById(id);
const leaves = new Leaves(at('spreads'), at('leaves'), choose);

// What is looked at; what is known of the server; the texts that are missing or stale.
const looking = { language: '', document: 'cards', text: '' };
let state = null;
let stream = null;
let stamps = {};
let views = {};
let open = [];
let counted = -1;
let turn = 0;
// Whether the text that was chosen is still to be turned to, once its page is there.
let wanting = false;

const key = (language) => `${language}/${looking.document}`;
const sides = () => [...new Set(at('beside').checked ? [SOURCE, looking.language] : [looking.language])];

async function get(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return answer.json();
}

function listen() {
  stream?.close();
  stamps = {};
  stream = new EventSource(`/events/${looking.language}/${looking.document}`);
  stream.onopen = () => { stamps = {}; };
  stream.onmessage = (message) => hear(JSON.parse(message.data));
  stream.onerror = () => tell('no connection', 'broken');
}

async function hear(news) {
  state = news;
  if (!state.languages.some((each) => each.code === looking.language)) {
    look({ language: state.languages[0].code, text: '' });
    return;
  }
  fillLanguages();
  await Promise.all([...new Set([SOURCE, looking.language])].map(refresh));
  if (counted !== state.serial) await refreshOpen();
  tellState();
}

// The pages of a language, if they are others than those shown.
async function refresh(language) {
  const place = key(language);
  const stamp = state.views[place] ?? 0;
  if (stamps[place] === stamp) return;
  stamps[place] = stamp;
  const view = await get(`/views/${place}`);
  if (place !== key(language) || stamps[place] > view.stamp) return;
  views[place] = view;
  stamps[place] = view.stamp;
  show();
}

async function refreshOpen() {
  const mine = (counted = state.serial);
  const found = looking.language === SOURCE ? [] : await get(`/texts/${looking.language}`);
  if (mine !== counted) return;
  open = found;
  leaves.mark(new Map(open.map((text) => [text.id, text.state])));
  tellOpen();
}

function show() {
  const shown = sides().map((language) => ({
    language,
    direction: state.languages.find((each) => each.code === language)?.direction ?? 'ltr',
    address: `/pages/${key(language)}`,
    pages: views[key(language)]?.pages ?? [],
  }));
  leaves.show(looking.document, shown);
  fillPages();
  tellFaults();
  tellState();
  if (looking.text) {
    leaves.choose(looking.text);
    if (wanting && leaves.goTo(looking.text, looking.language)) wanting = false;
    tellText();
  } else showNotes(at('panel'), notes());
}

const notes = () => sides().flatMap((language) => views[key(language)]?.notes ?? []);

function tellFaults() {
  const broken = sides().filter((language) => views[key(language)]?.problems.length);
  const box = at('faults');
  const text = [...new Set(broken.flatMap((language) => views[key(language)].problems))];
  leaves.dim(broken);
  if (box.dataset.text === text.join('\n')) return;
  box.dataset.text = text.join('\n');
  const title = document.createElement('h2');
  title.textContent = `${text.length} ${text.length > 1 ? 'problems' : 'problem'}; the pages are the last good ones`;
  box.replaceChildren(title, ...text.slice(0, 20).map((each) => {
    const pre = document.createElement('pre');
    pre.textContent = each;
    return pre;
  }));
  box.hidden = !text.length;
}

function tellState() {
  const here = sides().map(key);
  const shown = views[key(looking.language)];
  const unset = here.some((place) => !views[place]?.pages.length && !views[place]?.problems.length);
  at('setting').hidden = !unset;
  if (!shown || unset || here.some((place) => state.building.includes(place))) tell('building …', 'building');
  else if (leaves.dimmed.length) tell('not printable', 'broken');
  else tell(shown.seconds ? `up to date, ${shown.seconds.toFixed(1)} s` : 'up to date', '');
}

function tell(words, kind) {
  at('status').textContent = words;
  at('status').className = `status ${kind}`;
}

function tellOpen() {
  const missing = open.filter((text) => text.state === 'missing').length;
  const counts = at('counts');
  counts.replaceChildren();
  for (const [count, name] of [[missing, 'missing'], [open.length - missing, 'stale']]) {
    if (!count) continue;
    const part = document.createElement('strong');
    part.className = name;
    part.textContent = `${count} ${name}`;
    if (counts.childNodes.length) counts.append(', ');
    counts.append(part);
  }
  at('open').hidden = !open.length;
}

function fillLanguages() {
  const chooser = at('language');
  const codes = state.languages.map((each) => `${each.code} ${each.name}`).join();
  if (chooser.dataset.codes !== codes) {
    chooser.dataset.codes = codes;
    chooser.replaceChildren(...state.languages.map((each) => new Option(`${each.name} (${each.code})`, each.code)));
  }
  chooser.value = looking.language;
  at('beside-field').hidden = looking.language === SOURCE;
  for (const tab of at('documents').children) tab.setAttribute('aria-pressed', tab.value === looking.document);
}

function fillPages() {
  const names = leaves.names();
  const chooser = at('page');
  if (chooser.dataset.names === names.join()) return;
  chooser.dataset.names = names.join();
  chooser.replaceChildren(...names.map((name, index) => new Option(name, index)));
}

async function tellText() {
  const name = looking.text;
  const told = await get(`/texts/${looking.language}/${encodeURIComponent(name)}`).catch(() => null);
  if (name !== looking.text) return;
  const language = state.languages.find((each) => each.code === looking.language);
  if (told) showText(at('panel'), told, language, leaves.about(name, looking.language), choose);
  else showNothing(at('panel'), name);
}

// A text is chosen: on a page, in a list, or as another one of the same words.
function choose(name) {
  looking.text = name;
  wanting = false;
  leaves.choose(name);
  remember();
  tellText();
}

// Another language, document or text; the pages then follow.
function look(wanted) {
  const before = { ...looking };
  Object.assign(looking, wanted);
  remember();
  if (before.language !== looking.language) counted = -1;
  if (before.language === looking.language && before.document === looking.document) return;
  if (before.document !== looking.document) {
    leaves.clear();
    at('leaves').scrollTop = 0;
  }
  if (!('text' in wanted) && before.document !== looking.document) looking.text = '';
  if (!looking.text) showNothing(at('panel'), '');
  leaves.choose('');
  if (state) {
    fillLanguages();
    show();
  }
  listen();
}

function find(text) {
  look({ document: text.document, text: text.id });
  leaves.choose(text.id);
  wanting = !leaves.goTo(text.id, looking.language);
  tellText();
}

function step(by) {
  if (!open.length) return;
  const here = open.findIndex((text) => text.id === looking.text);
  turn = here >= 0 ? here + by : by > 0 ? 0 : open.length - 1;
  find(open[(turn + open.length) % open.length]);
}

function remember() {
  const parts = [looking.language, looking.document, looking.text].filter(Boolean).map(encodeURIComponent);
  history.replaceState(null, '', `#${parts.join('/')}`);
}

function recall() {
  const [language, document_, text] = location.hash.slice(1).split('/').map(decodeURIComponent);
  return { language, document: state.documents.includes(document_) ? document_ : state.documents[0], text: text ?? '' };
}

// Searching.

let asked = 0;
async function search() {
  const words = at('find').value.trim();
  const mine = ++asked;
  if (!words) return close();
  const found = await get(`/texts/${looking.language}?find=${encodeURIComponent(words)}`);
  if (mine !== asked) return;
  const list = at('found');
  list.replaceChildren(...found.map((text, index) => {
    const line = document.createElement('li');
    line.role = 'option';
    line.id = `found-${index}`;
    line.ariaSelected = index === 0;
    const said = document.createElement('bdi');
    said.textContent = text.text;
    line.append(text.id, said);
    line.onclick = () => { close(); find(text); };
    return line;
  }));
  if (!found.length) {
    const line = document.createElement('li');
    line.className = 'none';
    line.textContent = 'Nothing has these words';
    list.append(line);
  }
  list.hidden = false;
  at('find').setAttribute('aria-expanded', 'true');
}

function close() {
  asked += 1;
  at('found').hidden = true;
  at('find').setAttribute('aria-expanded', 'false');
}

function move(by) {
  const lines = [...at('found').querySelectorAll('[role=option]')];
  const here = lines.findIndex((line) => line.ariaSelected === 'true');
  if (!lines.length) return;
  lines[here].ariaSelected = 'false';
  const next = lines[(here + by + lines.length) % lines.length];
  next.ariaSelected = 'true';
  at('find').setAttribute('aria-activedescendant', next.id);
  next.scrollIntoView({ block: 'nearest' });
}

const SEARCH_KEYS = {
  ArrowDown: () => move(1),
  ArrowUp: () => move(-1),
  Enter: () => at('found').querySelector('[aria-selected=true]')?.click(),
  Escape: close,
};

let typing = 0;
at('find').addEventListener('input', () => { clearTimeout(typing); typing = setTimeout(search, 120); });
at('find').addEventListener('keydown', (event) => {
  const act = SEARCH_KEYS[event.key];
  if (act) { event.preventDefault(); act(); }
});
at('find').addEventListener('blur', () => setTimeout(close, 200));

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select')) return;
  const act = { '/': () => at('find').focus(), n: () => step(1), p: () => step(-1) }[event.key];
  if (act) { event.preventDefault(); act(); }
});

at('language').onchange = () => look({ language: at('language').value });
at('page').onchange = () => leaves.turnTo(Number(at('page').value));
at('beside').onchange = show;
at('next').onclick = () => step(1);
at('before').onclick = () => step(-1);
at('smaller').onclick = () => leaves.zoom(1 / 1.25);
at('larger').onclick = () => leaves.zoom(1.25);
leaves.turned = (index) => { at('page').value = index; };

showNothing(at('panel'), '');
tell('building …', 'building');
state = await get('/state');
at('documents').replaceChildren(...state.documents.map((name) => {
  const tab = document.createElement('button');
  tab.type = 'button';
  tab.value = name;
  tab.textContent = TITLES[name];
  tab.onclick = () => look({ document: name });
  return tab;
}));
const wanted = recall();
wanting = Boolean(wanted.text);
const known = state.languages.map((each) => each.code);
look({ ...wanted, language: known.includes(wanted.language) ? wanted.language : (known[1] ?? SOURCE), document: wanted.document });
