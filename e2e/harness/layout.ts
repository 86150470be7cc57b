/**
 * One rule for header, panes and names: nothing in the header overlaps, no title breaks, no figures are cut through, names
 * keep their ends, the present page of the menu and the present step of a document are in view.
 */
import type { Page } from '@playwright/test';

/** What a look at a page finds wrong, and what it has looked at. */
export interface Finding {
  faults: string[];
  seen: string[];
}

/**
 * The page has found its place in a window of this width, or in what it was dressed in: a frame came that changed nothing, and
 * in which nothing was on its way. A pane begins beside its place, even where its way takes no time.
 */
export const settled = (page: Page, width: number) =>
  page.evaluate(async (wide) => {
    let changed = true;
    const observer = new MutationObserver(() => {
      changed = true;
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    // what follows the scrolling, and what never ends, is no way
    const moves = () =>
      document
        .getAnimations()
        .some(
          ({ playState, timeline, effect }) =>
            playState === 'running' &&
            timeline === document.timeline &&
            Number.isFinite(effect?.getComputedTiming().endTime),
        );
    // what follows a size is drawn in the frame after the one that measures it
    for (let frame = 0; frame < 20 && (changed || moves() || frame < 2); frame += 1) {
      changed = window.innerWidth !== wide;
      await new Promise(requestAnimationFrame);
      // and what a frame has set going has run
      await new Promise((done) => setTimeout(done));
    }
    observer.disconnect();
  }, width);

/** A look at the page as it stands. */
export const lookAtLayout = (page: Page) =>
  page.evaluate((): Finding => {
    const faults: string[] = [];
    const seen = new Set<string>();
    const all = (selector: string, within: ParentNode = document) =>
      [...within.querySelectorAll<HTMLElement>(selector)].filter(
        (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0,
      );
    const words = (element: Element) => (element.textContent?.trim() || element.className).slice(0, 40);
    const boxOf = (element: Element) => element.getBoundingClientRect();
    /** Of the words that are seen. */
    const textBox = (element: Element) => {
      const range = document.createRange();
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (text) =>
        text.parentElement?.closest('.unseen') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
      );
      const boxes: DOMRect[] = [];
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        range.selectNodeContents(text);
        boxes.push(...range.getClientRects());
      }
      const left = Math.min(...boxes.map((box) => box.left));
      const right = Math.max(...boxes.map((box) => box.right));
      return { left, right, lines: new Set(boxes.map((box) => Math.round(box.top / 4))).size };
    };
    const crossing = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const within = (one: DOMRect, other: DOMRect) =>
      one.left >= other.left - 1 &&
      one.right <= other.right + 1 &&
      one.top >= other.top - 1 &&
      one.bottom <= other.bottom + 1;

    /** At which side a cell stays while the others are scrolled; a head that stays at the top moves with them. */
    const staysSideways = (cell: Element): 'left' | 'right' | undefined => {
      const { position, left, right } = getComputedStyle(cell);
      if (position !== 'sticky') return undefined;
      return left !== 'auto' ? 'left' : right !== 'auto' ? 'right' : undefined;
    };
    /** A column that is not seen whole is not drawn (src/ui/WholeColumns.tsx). */
    const isCovered = (cell: Element) => getComputedStyle(cell).color === 'rgba(0, 0, 0, 0)';

    /** The parts of a bar are inside it, and none lies over another. */
    function lookAtBar(bar: Element, parts: readonly HTMLElement[]): void {
      parts.forEach((part, at) => {
        if (!within(boxOf(part), boxOf(bar))) faults.push(`"${words(part)}" leaves .${bar.classList[0]}`);
        for (const other of parts.slice(at + 1))
          if (crossing(boxOf(part), boxOf(other)))
            faults.push(`"${words(part)}" and "${words(other)}" overlap in .${bar.classList[0]}`);
      });
    }

    if (document.documentElement.scrollWidth > window.innerWidth) faults.push('the window scrolls sideways');

    for (const bare of all('.app.bare'))
      if (all('.crumbs a', bare).length === 0) faults.push('without a menu, no link leads back');

    for (const header of all('.header')) {
      seen.add('header');
      lookAtBar(header, all(':is(.header-place, .header-side) > *', header));
      // what may become shorter are the words of the place
      for (const part of all('.header-side > *, .header-place > :not(.crumbs, h1)', header))
        if (part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0) faults.push(`"${words(part)}" is cut`);
      // a page without chrome has nothing but its title there
      if (all('.header-side', header).length > 0 && all('.test-countdown', header).length === 0)
        faults.push('no countdown in the header');
    }
    for (const title of all('h1')) {
      if (textBox(title).lines > 1) faults.push(`the title "${words(title)}" breaks`);
      const [end = title] = all('.name-end', title);
      if (textBox(end).right > boxOf(title).right + 1) faults.push(`the end of "${words(title)}" is cut`);
      // a part of a pixel costs it its last letters
      const cut = all('.cut', title).some((part) => textBox(part).right > boxOf(part).right + 0.05);
      if (cut && all('.crumbs').some((crumbs) => boxOf(crumbs).width >= 1))
        faults.push(`the title "${words(title)}" is cut before its crumbs`);
    }
    for (const bar of all('main :is(.toolbar, .toolbar-acts, .section-head, .page-foot, .action-bar, .pane-head)'))
      lookAtBar(bar, all(':scope > *', bar));

    // with small letters too
    for (const link of all('.document-words > a'))
      if (boxOf(link).height < 24) faults.push(`"${words(link)}" is too low to be pressed`);
    // lines begin below the head: where there is room beside its words, no row is lost to its buttons
    for (const head of all('.invoice-head')) {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const [facts, acts] = all(':scope > :is(.head-facts, .document-actions)', head);
      if (facts && acts && boxOf(head).width > 56 * rem && boxOf(acts).top > boxOf(facts).bottom - 1)
        faults.push('the buttons of the head stand below its words');
      // words may be cut, but a label without any of them says nothing
      for (const value of all('.head-facts dd', head))
        if (boxOf(value).width < Math.min(3 * rem, value.scrollWidth))
          faults.push(`"${words(value)}" of the head is cut away`);
    }
    // what waits says in which state, however narrow it is
    for (const chip of all('.queue-state *'))
      if (chip.scrollWidth > chip.clientWidth + 1 && chip.clientWidth > 0)
        faults.push(`"${words(chip)}" is cut in its row`);
    // and take the height that is left
    for (const main of all('.invoice-body > .sheet-main')) {
      const body = main.parentElement as HTMLElement;
      const left = boxOf(body).bottom - Math.max(...[...body.children].map((part) => boxOf(part).bottom));
      if (left > 1) faults.push(`${Math.round(left)} of the window of lines stay empty`);
    }
    // what is pressed, and what is chosen, is read whole
    for (const button of all(':is(main, .bp6-dialog) .bp6-button'))
      if (button.scrollWidth > button.clientWidth + 1) faults.push(`"${words(button)}" is wider than its button`);
    for (const filter of all('main .toolbar .bp6-button-text'))
      if (filter.scrollWidth > filter.clientWidth + 1) faults.push(`"${words(filter)}" is cut on its button`);
    for (const act of all('.document-actions > *')) {
      const [place, own] = [boxOf(act.parentElement ?? act), boxOf(act)];
      if (own.left < place.left - 1 || own.right > place.right + 1) faults.push(`"${words(act)}" leaves its sheet`);
    }
    const pen = document.createElement('canvas').getContext('2d');
    /** Whether a field has room for words in these letters, those of the field or of a part of it. */
    const hasRoom = (field: Element, said: string, part?: string) => {
      const { paddingLeft, paddingRight, appearance } = getComputedStyle(field);
      if (pen === null) return true;
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(field, part);
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      // the arrow that the browser draws in a field of choices lies beside its words
      const arrow = field.localName === 'select' && appearance !== 'none' ? 20 : 0;
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - arrow;
      return pen.measureText(said).width <= room + 1;
    };
    // a day that is typed is seen with its year
    for (const field of all('.day-input > input'))
      if (!hasRoom(field, '29.11.2026')) faults.push('a field has no room for its day');
    // what is chosen is read whole
    for (const field of all(':is(main, .bp6-dialog) select')) {
      const chosen = (field as HTMLSelectElement).selectedOptions[0]?.text ?? '';
      if (!hasRoom(field, chosen)) faults.push(`"${chosen}" is cut where it is chosen`);
    }
    // what may be asked for is read whole, or ends in …; in the field that is typed into it fades
    for (const field of all(':is(main, .bp6-dialog) input[placeholder]')) {
      const asked = field.getAttribute('placeholder') ?? '';
      const fades = !field.matches(':focus') || getComputedStyle(field, '::placeholder').maskImage !== 'none';
      if (getComputedStyle(field).textOverflow !== 'ellipsis' || !(fades || hasRoom(field, asked, '::placeholder')))
        faults.push(`"${asked}" would be cut through`);
      // where a scanner is waited for the field has the words that fit
      if (field.matches('.scan-field > *, .desk-scan > *') && !hasRoom(field, asked, '::placeholder'))
        faults.push(`"${asked}" has no room in its field`);
    }

    for (const place of all('.table-scroll:not(.pane .table-scroll)')) {
      const { left, right } = boxOf(place);
      // a pane over the whole table leaves nothing to be cut
      const over = Math.min(...all('.pane').map((pane) => boxOf(pane).left), Number.POSITIVE_INFINITY);
      const end = over > left + 1 ? Math.min(over, right) : right;
      // a table that is no list may scroll sideways: the matrix of an act, the lines of an invoice; never under a pane
      const beside = Number.isFinite(over) && over > left + 1;
      const scrolls = place.closest('.list-body') === null && !beside;
      for (const cell of all(':is(thead, tbody, tfoot) > tr:nth-child(-n + 12) > .end', place)) {
        const text = textBox(cell);
        seen.add('figures');
        if (text.left >= text.right || staysSideways(cell) !== undefined || isCovered(cell)) continue;
        // what stays in its place lies over the columns that are scrolled
        const row = [...(cell.parentElement?.children ?? [])];
        const held = (side: 'left' | 'right') => row.filter((other) => staysSideways(other) === side).map(boxOf);
        const start = Math.max(left, ...held('left').map((box) => box.right));
        const last = Math.min(end, ...held('right').map((box) => box.left));
        const crosses = (edge: number) => text.left < edge - 1 && text.right > edge + 1;
        if (scrolls ? crosses(start) || crosses(last) : text.left < left - 1 || text.right > end + 1)
          faults.push(`"${words(cell)}" is cut through`);
      }
      // what all lines come to is seen whole, however narrow the window
      for (const sum of all('[data-testid="lines-foot"] b', place)) {
        const text = textBox(sum);
        if (text.left < left - 1 || text.right > end + 1) faults.push(`"${words(sum)}" is cut in the foot`);
      }
      // what is seen of a name of two lines is seen with its tails
      for (const name of all('tbody .l-name', place)) {
        const { bottom } = boxOf(name);
        const range = document.createRange();
        range.selectNodeContents(name);
        if ([...range.getClientRects()].some((line) => line.top < bottom - 3 && line.bottom > bottom + 0.75))
          faults.push(`"${words(name)}" is clipped`);
      }
      // names of a list keep their end; words that are read from their beginning are declared so
      if (place.closest('.list-body') !== null)
        for (const cell of all('tbody > tr:nth-child(-n + 12) > .cut-cell:not(.words)', place))
          for (const part of [cell, ...all(':not(.name-cut, .name-cut *)', cell)])
            if (
              /\S \S/.test(part.textContent ?? '') &&
              part.scrollWidth > part.clientWidth + 1 &&
              getComputedStyle(part).textOverflow === 'ellipsis'
            )
              faults.push(`"${words(part)}" of a column of names is cut at its end`);
      for (const tail of all('.name-end', place)) {
        seen.add('names');
        const cell = tail.closest('td, th') ?? tail;
        if (textBox(tail).right > boxOf(cell).right + 1) faults.push(`"${words(cell)}" loses its end`);
      }
    }

    // a few letters of a beginning are seen too, unless it has fewer
    for (const start of all('.name-cut > .cut:not(:only-child, :has(+ .number))')) {
      const letters = Number.parseFloat(getComputedStyle(start).fontSize);
      const room = boxOf(start.parentElement ?? start).width;
      if (boxOf(start).width < Math.min(4 * letters, 0.45 * room, start.scrollWidth) - 1)
        faults.push(`"${words(start)}" has no room for its beginning`);
    }

    // the number of a document goes before the words that say what it is
    for (const number of all('.name-cut > .number')) {
      const [title, room] = [textBox(number), boxOf(number.parentElement ?? number)];
      if (title.left < room.left - 1 || title.right > room.right + 1) faults.push(`"${words(number)}" is cut`);
    }

    // what the totals leave out is said beside a total: the first cell says how many rows there are
    for (const note of all('[data-testid="left-out"]'))
      if (
        all('tfoot tr > :not(:first-child)', note.parentElement ?? note).every(
          (total) => total.textContent?.trim() === '',
        )
      )
        faults.push(`"${words(note)}" explains a total that is not shown`);

    for (const figures of all('.figures'))
      for (const value of all(':scope > .figure > dd', figures))
        if (textBox(value).right > boxOf(figures).right + 1) faults.push(`"${words(value)}" is cut among the figures`);

    // where nothing is left of the list beside what opened, the controls of the list take none of the height
    for (const pane of all('.list-body > .pane')) {
      const list = pane.parentElement as HTMLElement;
      if (boxOf(pane).left <= boxOf(list).left + 1 && all(':scope > .toolbar', list.parentElement ?? list).length > 0)
        faults.push(`the controls of the list stand over "${words(pane)}"`);
    }

    // a table in a window shows all of its columns: those that matter less give way, then its rows stack
    for (const table of all('main table')) {
      let place = table.parentElement;
      while (place !== null && getComputedStyle(place).overflowX === 'visible') place = place.parentElement;
      // but lists, whose columns are chosen, and what covers a column that is not seen whole (src/ui/WholeColumns.tsx)
      if (place === null || place.matches('.sheet-main > .table-scroll, [data-columns]')) continue;
      const over = Math.round(boxOf(table).right - boxOf(place).right);
      if (over > 1) faults.push(`"${words(table)}" is ${over} wider than its place`);
    }

    // whole columns give way, but a list of names alone says nothing; beside a pane the pane does
    const small = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) < 28;
    for (const table of small && all('.pane').length === 0 ? all('.list-body .table') : [])
      if (all('thead th:not(.choice-cell)', table).length === 1 && all('[data-testid="list-whole"]').length > 0)
        faults.push(`of "${words(table)}" only the first column is shown`);

    // products that are counted, and whose document it is: without room a name loses its middle
    for (const name of all('.counts-body > .counts-row > .product, .last-title, .head-facts > .cut-name > dd')) {
      if (!/\S \S/.test(name.textContent ?? '')) continue;
      const [tail] = all('.name-end', name);
      if (tail === undefined || textBox(tail).right > boxOf(name).right + 1)
        faults.push(`"${words(name)}" loses its end`);
    }

    const range = document.createRange();
    /** What of the texts within goes over to another line in its middle. */
    function* brokenIn(element: Element, what: RegExp): Generator<string> {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        for (const { 0: part, index } of (text.textContent ?? '').matchAll(what)) {
          range.setStart(text, index);
          range.setEnd(text, index + part.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4))).size > 1) yield part;
        }
    }
    for (const label of all('main .field > label'))
      for (const word of brokenIn(label, /\p{L}+/gu)) faults.push(`"${word}" breaks in its label`);
    for (const number of brokenIn(document.body, /\b[A-Z][A-Z\d]{1,3}-(?:[A-Z]-)?\/?\d\d-\d{3,}/g))
      faults.push(`the number ${number} breaks`);

    // a word longer than the menu breaks; it does not run over the page
    for (const item of all('.sidebar-nav :is(.sidebar-item, .sidebar-child)'))
      if (item.scrollWidth > item.clientWidth + 1) faults.push(`"${words(item)}" leaves the menu`);
    const [current] = all('.sidebar-nav :is([aria-current="page"], .sidebar-item.open)').reverse();
    const [menu] = all('.sidebar-nav');
    if (current !== undefined && menu !== undefined) {
      seen.add('menu');
      if (!within(boxOf(current), boxOf(menu))) faults.push(`"${words(current)}" is not in view in the menu`);
      for (const word of brokenIn(current, /\p{L}+/gu)) faults.push(`"${word}" breaks in the menu`);
    }
    for (const step of all('.step[aria-current="step"]')) {
      seen.add('steps');
      if (!within(boxOf(step), boxOf(step.parentElement ?? step))) faults.push(`"${words(step)}" is not in view`);
    }
    return { faults, seen: [...seen] };
  });
