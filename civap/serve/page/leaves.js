// The pages: one row for each number, a leaf for each language in it. What is near is drawn, a new picture is put in
// place when it is there, and nothing moves.

// Pictures have as many pixels as the screen has for them, in steps that leaves keep to as well.
const STEP = 4;
const LARGEST = 2400;
const BASE = { cards: 300, sheets: 560, rulebook: 560 };
const NEAR = '400px';

export class Leaves {
  constructor(spreads, frame, chosen) {
    this.spreads = spreads;
    this.frame = frame;
    this.tellChosen = chosen;
    this.scale = 1;
    this.states = new Map();
    this.chosen = '';
    this.dimmed = [];
    this.sides = [];
    this.turned = () => {};
    this.near = new IntersectionObserver((seen) => seen.forEach((each) => this.#seen(each)), { root: frame, rootMargin: NEAR });
    new ResizeObserver(() => this.#size()).observe(frame);
    spreads.addEventListener('click', (event) => this.#click(event));
    spreads.addEventListener('keydown', (event) => this.#key(event));
    frame.addEventListener('scroll', () => this.#scrolled(), { passive: true });
  }

  // The languages whose pages are older than their texts.
  dim(languages) {
    this.dimmed = languages;
    for (const leaf of this.spreads.querySelectorAll('.leaf')) leaf.classList.toggle('broken', languages.includes(leaf.dataset.language));
  }

  clear() { this.spreads.replaceChildren(); this.sides = []; }

  names() {
    const pages = this.sides.reduce((most, side) => (side.pages.length > most.length ? side.pages : most), []);
    return pages.map((page, index) => page.name || String(index + 1));
  }

  show(kind, sides) {
    this.kind = kind;
    this.sides = sides;
    this.spreads.className = `spreads ${kind}`;
    const count = Math.max(0, ...sides.map((side) => side.pages.length));
    while (this.spreads.children.length > count) this.spreads.lastChild.remove();
    while (this.spreads.children.length < count) {
      const row = document.createElement('section');
      row.className = 'spread';
      this.spreads.append(row);
    }
    this.#size();
    [...this.spreads.children].forEach((row, index) => this.#fill(row, index));
    this.dim(this.dimmed);
  }

  #fill(row, index) {
    while (row.children.length > this.sides.length) row.lastChild.remove();
    this.sides.forEach((side, place) => {
      const page = side.pages[index];
      let leaf = row.children[place];
      if (!leaf || leaf.dataset.language !== side.language || leaf.dataset.kind !== this.kind) {
        const made = this.#leaf(side);
        if (leaf) leaf.replaceWith(made); else row.append(made);
        leaf = made;
      }
      leaf.style.visibility = page ? '' : 'hidden';
      if (page) this.#update(leaf, side, page, index);
    });
  }

  #leaf(side) {
    const leaf = document.createElement('figure');
    leaf.className = 'leaf';
    leaf.dataset.language = side.language;
    leaf.dataset.kind = this.kind;
    const sheet = document.createElement('div');
    sheet.className = 'sheet waiting';
    sheet.setAttribute('role', 'group');
    leaf.append(sheet, document.createElement('figcaption'));
    this.near.observe(leaf);
    return leaf;
  }

  #update(leaf, side, page, index) {
    const [sheet, caption] = leaf.children;
    const name = page.name || `page ${index + 1}`;
    sheet.style.aspectRatio = `${page.width} / ${page.height}`;
    sheet.setAttribute('aria-label', `${name} (${side.language})`);
    caption.textContent = `${name} · ${side.language}`;
    const changed = leaf.page?.version !== page.version;
    Object.assign(leaf, { page, side, index });
    if (!leaf.isNear) return;
    if (changed || !leaf.areas) this.#areas(leaf);
    this.#draw(leaf);
  }

  #seen(entry) {
    const leaf = entry.target;
    leaf.isNear = entry.isIntersecting;
    if (!leaf.isNear || !leaf.page) return;
    this.#areas(leaf);
    this.#draw(leaf);
  }

  // The new picture is decoded before it takes the place of the old one.
  async #draw(leaf) {
    const wide = leaf.clientWidth * devicePixelRatio;
    const width = Math.min(LARGEST, STEP * Math.ceil(wide / STEP));
    const address = `${leaf.side.address}/${leaf.index}/${width}/${leaf.page.version}.png`;
    if (!wide || leaf.address === address) return;
    leaf.address = address;
    const picture = new Image();
    picture.alt = '';
    picture.draggable = false;
    picture.src = address;
    try {
      await picture.decode();
    } catch {
      if (leaf.address === address) leaf.address = '';  // set anew meanwhile: news of it is on the way
      return;
    }
    if (leaf.address !== address) return;
    const sheet = leaf.firstChild;
    const before = sheet.querySelector('img');
    if (before) before.replaceWith(picture); else sheet.prepend(picture);
    sheet.classList.remove('waiting');
    sheet.dataset.version = leaf.page.version;
  }

  #areas(leaf) {
    const { width, height, areas } = leaf.page;
    const sheet = leaf.firstChild;
    const focused = sheet.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    sheet.querySelectorAll('.text').forEach((each) => each.remove());
    leaf.areas = areas;
    sheet.append(...areas.map((area, number) => {
      const text = document.createElement('button');
      text.type = 'button';
      text.className = 'text';
      text.dataset.id = area.ids[0];
      text.ids = area.ids;
      text.tabIndex = number ? -1 : 0;
      text.setAttribute('aria-label', area.ids[0]);
      text.append(...area.lines.map(([left, top, wide, high]) => {
        const line = document.createElement('span');
        Object.assign(line.style, {
          left: `${(100 * left) / width}%`, top: `${(100 * top) / height}%`,
          width: `${(100 * wide) / width}%`, height: `${(100 * high) / height}%`,
        });
        return line;
      }));
      return text;
    }));
    this.#paint(sheet, leaf.side.language);
    if (focused) sheet.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  #paint(sheet, language) {
    for (const text of sheet.querySelectorAll('.text')) {
      const state = language === 'en' ? '' : text.ids.map((id) => this.states.get(id)).find(Boolean) ?? '';
      text.className = `text${state ? ` is-${state}` : ''}${text.ids.includes(this.chosen) ? ' chosen' : ''}`;
    }
  }

  #repaint() {
    for (const leaf of this.spreads.querySelectorAll('.leaf')) if (leaf.side) this.#paint(leaf.firstChild, leaf.side.language);
  }

  mark(states) { this.states = states; this.#repaint(); }
  choose(name) { this.chosen = name; this.#repaint(); }

  // The pages of a language that have a text, and the room that it has there.
  about(name, language) {
    const side = this.sides.find((each) => each.language === language);
    const found = [];
    (side?.pages ?? []).forEach((page, index) => {
      const area = page.areas.find((each) => each.ids.includes(name));
      if (area) found.push({ index, name: page.name || `page ${index + 1}`, rooms: page.rooms, others: area.ids.filter((id) => id !== name) });
    });
    return { places: found, waits: !side?.pages.length, go: (index) => this.turnTo(index) };
  }

  goTo(name, language) {
    const [first] = this.about(name, language).places;
    if (!first) return false;
    this.turnTo(first.index);
    const leaf = [...this.spreads.children[first.index].children].find((each) => each.dataset.language === language);
    if (!leaf.areas) this.#areas(leaf);
    const text = [...leaf.querySelectorAll('.text')].find((each) => each.ids.includes(name));
    text?.firstChild.scrollIntoView({ block: 'center', inline: 'nearest' });
    text?.focus({ preventScroll: true });
    return true;
  }

  turnTo(index) { this.spreads.children[index]?.scrollIntoView({ block: 'start' }); }

  zoom(by) {
    this.scale = Math.min(3, Math.max(0.4, this.scale * by));
    const row = this.#first();
    this.#size();
    row?.scrollIntoView({ block: 'start' });
  }

  #size() {
    const room = this.frame.clientWidth - 36;
    const count = Math.max(1, this.sides.length);
    const fit = (room - 12 * (count - 1)) / count;
    const base = Math.min(BASE[this.kind] ?? 300, fit);
    const wide = this.scale === 1 && this.kind !== 'cards' ? fit : base * this.scale;
    document.documentElement.style.setProperty('--leaf', `${STEP * Math.floor(wide / STEP)}px`);
    for (const leaf of this.spreads.querySelectorAll('.leaf')) if (leaf.isNear && leaf.page) this.#draw(leaf);
  }

  #first() {
    const top = this.frame.getBoundingClientRect().top;
    return [...this.spreads.children].find((row) => row.getBoundingClientRect().bottom > top + 40);
  }

  #scrolled() {
    if (this.waits) return;
    this.waits = setTimeout(() => {
      this.waits = 0;
      const row = this.#first();
      if (row) this.turned([...this.spreads.children].indexOf(row));
    }, 100);
  }

  #click(event) {
    const text = event.target.closest('.text');
    if (text) this.tellChosen(text.ids[0]);
  }

  // Arrows go from text to text, and on to the next page.
  #key(event) {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const text = event.target.closest('.text');
    if (!by || !text) return;
    event.preventDefault();
    const language = text.closest('.leaf').dataset.language;
    const all = [...this.spreads.querySelectorAll(`.leaf[data-language="${language}"] .text`)];
    const next = all[all.indexOf(text) + by];
    next?.focus({ preventScroll: true });
    next?.firstChild.scrollIntoView({ block: 'nearest' });
  }
}
