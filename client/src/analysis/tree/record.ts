/**
 * Writes records with variations, as docs/notation.md describes them: one ply a line, comments after a `#`, and
 * variations, each between a line `(`, which may name it, and a line `)`, after the ply that they replace.
 */

import { lineAfter, nodeAt, ROOT, type Node, type Tree } from './tree';

/** Writes a ply in the notation. */
export type WritePly = (seat: number, action: number) => string;

const ACTOR = /^\d+(?=:)/; // the seat that begins a ply

/** Write milliseconds as hours, minutes and seconds: '0:14:59.2'. */
export function writeClock(clock: number): string {
  const seconds = Math.floor(clock / 1000);
  const two = (number: number) => String(number % 60).padStart(2, '0');
  const fraction = clock % 1000 ? `.${String(clock % 1000).padStart(3, '0')}`.replace(/0+$/, '') : '';
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60))}:${two(seconds)}${fraction}`;
}

/** Write a record from the lines of its tags and a tree. */
export function writeRecord(head: string, tree: Tree, write: WritePly): string {
  const { comment, children } = nodeAt(tree, ROOT);
  return `${head}\n${commented(comment)}${children.length ? written(tree, children[0]!, children, write) : ''}`;
}

/** The ruleset that the tags of a record name, in the notation. */
export function rulesetOf(head: string): string {
  return /^\[Ruleset "([^"]*)"\]$/m.exec(head)?.[1] ?? '';
}

/** The tags of a record that begins at a position. */
export function positionHead(position: string): string {
  const [version = '', ruleset, , island] = position.split('/');
  const tags = { Longroad: '1', Rules: version.slice(1), Ruleset: ruleset, Island: island, Begin: position };
  const lines = Object.entries({ ...tags, Edition: 'full' }).map(([name, text]) => `[${name} "${text}"]`);
  return [...lines, ''].join('\n');
}

const OF_THE_GAME = /^\[(Event|Commitment|Text\d|Seed) /; // its name, and where its dice came from

/** The tags of an analysis: those of the game, with a name of its own, or none if that is empty. */
export function analysisTags(head: string, name: string): string {
  const lines = head.split('\n').filter((line) => line && !OF_THE_GAME.test(line));
  const at = lines.findIndex((line) => line.startsWith('[Edition ')) + 1;
  const event = name ? [`[Event ${JSON.stringify(name)}]`] : [];
  return [...lines.slice(0, at), ...event, ...lines.slice(at), ''].join('\n');
}

/** Write a line from its first node, with the variations beside each node. */
function written(tree: Tree, first: number, beside: readonly number[], write: WritePly): string {
  let choices = beside;
  return [first, ...lineAfter(tree, first)]
    .map((id) => {
      const node = nodeAt(tree, id);
      const variations = choices.slice(1).map((other) => variation(tree, other, write));
      choices = node.children;
      return `${plyLine(node, write)}\n${commented(node.comment)}${variations.join('')}`;
    })
    .join('');
}

/** A ply with its clock; an exclamation mark says that it was played for an absent player. */
function plyLine({ ply, clock, isAbsent }: Node, write: WritePly): string {
  const text = write(ply!.seat, ply!.action);
  return `${isAbsent ? text.replace(ACTOR, '$&!') : text}${clock === null ? '' : ` @${writeClock(clock)}`}`;
}

function variation(tree: Tree, first: number, write: WritePly): string {
  const { name } = nodeAt(tree, first);
  return `(${name && ` ${name}`}\n${written(tree, first, [first], write)})\n`;
}

function commented(comment: string): string {
  return comment === ''
    ? ''
    : comment
        .split('\n')
        .map((line) => (line ? `# ${line}\n` : '#\n'))
        .join('');
}

// eslint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/gu;

/** A comment that a record can hold: without characters that cannot be seen. */
export function asComment(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNSEEN, ' ').trim();
}

/** A name that a record can hold: one line. */
export function asName(text: string): string {
  return asComment(text.replace(/\s+/g, ' '));
}
