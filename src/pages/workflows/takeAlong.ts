/** A diagram to take along: the drawing as SVG or PNG, the definition as Mermaid or as XState's JSON. */
import { definitionOf } from '../../../machines/kit/definition.ts';
import { mermaidOf } from '../../../machines/kit/mermaid.ts';
import { saveBlob } from '../../ui/saveBlob.ts';
import type { WorkflowEntry } from './catalogue.ts';
import { notesOf } from './notes.ts';
import type { MachineWords } from './words.ts';

export const FORMATS = ['svg', 'png', 'mermaid', 'json'] as const;
export type Format = (typeof FORMATS)[number];

const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
  'opacity',
  'paint-order',
  'stroke-linejoin',
];
const PNG_SCALE = 2;
/** What browsers can draw at most: pixels of a side, and of the whole. */
const LONGEST_SIDE = 16_000;
const MOST_PIXELS = 120_000_000;

/** How much larger than the drawing its picture is: smaller for a huge one, which would come out cut or empty. */
export const pictureScale = (width: number, height: number): number =>
  Math.min(PNG_SCALE, LONGEST_SIDE / Math.max(width, height), Math.sqrt(MOST_PIXELS / (width * height)));

/** The drawing on its own: what the page's styles give it is written into it, for other programs have no page. */
function standaloneSvg(svg: SVGSVGElement): { text: string; width: number; height: number } {
  const { width, height } = svg.viewBox.baseVal;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((part, at) => {
    const original = originals[at];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    for (const name of STYLES) part.setAttribute(name, style.getPropertyValue(name));
    for (const name of ['class', 'role', 'tabindex', 'aria-pressed']) part.removeAttribute(name);
  });
  copy.removeAttribute('class');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const ground = document.createElementNS(svg.namespaceURI, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', getComputedStyle(svg).backgroundColor);
  copy.prepend(ground);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

async function picture(svg: SVGSVGElement): Promise<Blob> {
  const { text, width, height } = standaloneSvg(svg);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  const scale = pictureScale(width, height);
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob === null ? failed(new Error('no picture')) : done(blob)), 'image/png');
  });
}

/** Saves the workflow under its name. */
export async function takeAlong(
  format: Format,
  { name, machine, chart, facts }: WorkflowEntry,
  words: MachineWords,
  svg: SVGSVGElement,
): Promise<void> {
  const plain = (text: string, type: string) => new Blob([text], { type });
  if (format === 'svg') saveBlob(plain(standaloneSvg(svg).text, 'image/svg+xml'), `${name}.svg`);
  else if (format === 'png') saveBlob(await picture(svg), `${name}.png`);
  else if (format === 'mermaid') saveBlob(plain(`${mermaidOf(chart).join('\n')}\n`, 'text/plain'), `${name}.mmd`);
  else
    saveBlob(
      plain(`${JSON.stringify(definitionOf(machine, notesOf(facts, words)), null, 2)}\n`, 'application/json'),
      `${name}.json`,
    );
}
