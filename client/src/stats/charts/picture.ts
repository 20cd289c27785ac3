/** Drawings on the page as SVG files that stand alone. */

const NAMESPACE = 'http://www.w3.org/2000/svg';
// What a drawing takes from the style sheets of the page.
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'stop-color',
  'stop-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
];

/** Copy an element of the page, with what the style sheets say about it. */
function copied(element: Element): Element {
  const copy = element.cloneNode(false) as Element;
  const style = getComputedStyle(element);
  const own = STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`);
  const moved = copy.getAttribute('style')?.match(/(?:^|;)\s*(transform:[^;]+)/)?.[1];
  copy.setAttribute('style', [...own, ...(moved && element.tagName !== 'svg' ? [moved] : [])].join(';'));
  for (const name of ['class', 'tabindex', 'role', 'aria-label', 'id']) {
    if (name !== 'id' || !element.closest('defs')) copy.removeAttribute(name);
  }
  for (const child of element.childNodes) {
    if (child instanceof Element) copy.append(copied(child));
    else if (child.nodeType === Node.TEXT_NODE) copy.append(child.cloneNode());
  }
  return copy;
}

function element(name: string, attributes: Record<string, string | number>): Element {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Put a drawing into the place of an image, which a file could not load. */
function inlined(image: Element, drawing: string): void {
  const inner = new DOMParser().parseFromString(drawing, 'image/svg+xml').documentElement;
  for (const name of ['x', 'y', 'width', 'height']) inner.setAttribute(name, image.getAttribute(name) ?? '0');
  const clip = image.getAttribute('clip-path');
  const group = element('g', clip ? { 'clip-path': clip } : {});
  group.append(document.importNode(inner, true));
  image.replaceWith(group);
}

function textOf(svg: Element): string {
  return `${new XMLSerializer().serializeToString(svg)}\n`;
}

/** The board of the page as a file, without the places that can be chosen; `drawing` is the SVG of its island. */
export function boardSvg(board: SVGSVGElement, drawing: string): string {
  const copy = copied(board);
  for (const choice of copy.querySelectorAll('[data-place]')) choice.remove();
  const [, , width = 0, height = 0] = (board.getAttribute('viewBox') ?? '').split(' ').map(Number);
  copy.setAttribute('width', String(Math.round(width)));
  copy.setAttribute('height', String(Math.round(height)));
  const image = copy.querySelector('image');
  if (image) inlined(image, drawing);
  return textOf(copy);
}

/** A line of the legend of a chart. */
export interface Key {
  name: string;
  colour: string;
}

const KEY_WIDTH = 150; // room for a name

/** A chart of the page as a file, with its title and a legend. */
export function chartSvg(chart: SVGSVGElement, title: string, keys: readonly Key[] = []): string {
  const [edge, line] = [16, 26];
  const { width, height } = chart.getBoundingClientRect();
  const style = getComputedStyle(chart);
  const [ink, paper] = [style.color, style.getPropertyValue('--card') ? backgroundOf(chart) : 'none'];
  const top = edge + line;
  const columns = Math.min(keys.length, Math.max(1, Math.floor(width / KEY_WIDTH)));
  const rows = keys.length ? Math.ceil(keys.length / columns) : 0;
  const size = { width: width + 2 * edge, height: top + height + edge + rows * line };
  const svg = element('svg', { xmlns: NAMESPACE, ...size, viewBox: `0 0 ${size.width} ${size.height}` });
  svg.append(element('rect', { width: size.width, height: size.height, fill: paper }));
  const words = (text: string, x: number, y: number, weight: number) => {
    const made = element('text', {
      x,
      y,
      fill: ink,
      'font-family': 'sans-serif',
      'font-size': 14,
      'font-weight': weight,
    });
    made.textContent = text;
    svg.append(made);
  };
  words(title, edge, edge + 12, 700);
  const copy = copied(chart);
  for (const [name, value] of Object.entries({ x: edge, y: top, width, height }))
    copy.setAttribute(name, String(value));
  svg.append(copy);
  keys.forEach(({ name, colour }, index) => {
    const x = edge + ((index % columns) * width) / columns;
    const y = top + height + line * (1 + Math.floor(index / columns));
    svg.append(element('circle', { cx: x + 6, cy: y - 5, r: 6, fill: colour, stroke: '#231f20', 'stroke-width': 1.5 }));
    words(name, x + 18, y, 400);
  });
  return textOf(svg);
}

/** The colour behind an element. */
function backgroundOf(start: Element): string {
  for (let at: Element | null = start; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (!/^(transparent|rgba\(0, 0, 0, 0\))$/.test(colour)) return colour;
  }
  return '#ffffff';
}
