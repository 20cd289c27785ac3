/** The result of a game as a picture to share: the island with all pieces, the winner and everyone's points. */

import { boardSvg } from './picture';

export interface ResultLine {
  name: string;
  points: string;
  colour: string;
  isWinner: boolean;
}

export interface Result {
  title: string;
  subtitle: string;
  lines: readonly ResultLine[];
  footer: string;
}

const [WIDTH, HEIGHT, EDGE] = [1200, 630, 36]; // the size that links are shown with
const BOARD = 640; // the width of the board
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);
}

/** A text that fits into about this many letters. */
function cut(text: string, letters: number): string {
  const signs = [...text]; // an emoji is one of them
  return signs.length > letters ? `${signs.slice(0, letters - 1).join('')}…` : text;
}

function words(text: string, x: number, y: number, size: number, style = ''): string {
  return `<text x="${x}" y="${y}" font-size="${size}" font-family="system-ui, sans-serif" fill="#2e2a26" ${style}>${escaped(text)}</text>`;
}

function line({ name, points, colour, isWinner }: ResultLine, row: number): string {
  const [x, y] = [BOARD + EDGE, 250 + 54 * row];
  const weight = isWinner ? 'font-weight="800"' : '';
  return [
    isWinner
      ? `<rect x="${x - 12}" y="${y - 34}" width="${WIDTH - x - EDGE + 24}" height="50" rx="12" fill="#f6e3a6"/>`
      : '',
    `<circle cx="${x + 14}" cy="${y - 9}" r="14" fill="${escaped(colour)}" stroke="#231f20" stroke-width="3"/>`,
    words(cut(name, 20), x + 42, y, 28, weight),
    words(points, WIDTH - EDGE, y, 30, `${weight} text-anchor="end"`),
  ].join('');
}

/** The board at the left of the picture, in another size. */
function fitted(board: string): string {
  const end = board.indexOf('>');
  const opening = board.slice(0, end).replace(/ (width|height)="[^"]*"/g, '');
  return `${opening} width="${BOARD}" height="${HEIGHT}"${board.slice(end)}`;
}

/** The picture as an SVG; `board` is the SVG of the board. */
export function resultSvg(board: string, { title, subtitle, lines, footer }: Result): string {
  const x = BOARD + EDGE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fdf8ea"/><rect width="${BOARD}" height="${HEIGHT}" fill="#2c7398"/>`,
    fitted(board),
    words(cut(title, 22), x, 110, 48, 'font-weight="800"'),
    words(cut(subtitle, 40), x, 158, 24, 'fill-opacity=".75"'),
    ...lines.map(line),
    words(footer, x, HEIGHT - EDGE, 22, 'fill-opacity=".75"'),
    '</svg>',
  ].join('');
}

/** Draw the picture from a board of the page; `island` is the address of its drawing. */
export async function pictureOf(board: SVGSVGElement, island: string, result: Result): Promise<string> {
  const drawing = await (await fetch(island)).text();
  return resultSvg(boardSvg(board, drawing), result);
}
