/**
 * Records with variations, as docs/notation.md describes them: one ply a line, comments after a `#`, and variations,
 * each between a line `(`, which may name it, and a line `)`, after the ply that they replace.
 */

import { lineAfter, nodeAt, played, described, EMPTY_TREE, ROOT, type Node, type Ply, type Tree } from './tree';

/** How plies are written and read. */
export interface Notation {
  write(seat: number, action: number): string;
  read(text: string): Ply;
}

/** Text that is not a record; the message says in which line. */
export class NotARecord extends Error {}

// --- writing ---

/** Write the tags that begin a record. */
export function writeTags(tags: Readonly<Record<string, string>>): string {
  return Object.entries(tags)
    .map(([name, value]) => `[${name} ${JSON.stringify(value)}]\n`)
    .join('');
}

/** Write a record from its tags and a tree. */
export function writeRecord(head: string, tree: Tree, notation: Notation): string {
  const { comment, children } = nodeAt(tree, ROOT);
  return `${head}\n${commented(comment)}${children.length ? written(tree, children[0]!, children, notation) : ''}`;
}

/** Write a line from its first node, with the variations beside each node. */
function written(tree: Tree, first: number, beside: readonly number[], notation: Notation): string {
  let choices = beside;
  return [first, ...lineAfter(tree, first)]
    .map((id) => {
      const node = nodeAt(tree, id);
      const variations = choices.slice(1).map((other) => variation(tree, other, notation));
      choices = node.children;
      return `${notation.write(node.ply!.seat, node.ply!.action)}\n${commented(node.comment)}${variations.join('')}`;
    })
    .join('');
}

function variation(tree: Tree, first: number, notation: Notation): string {
  const { name } = nodeAt(tree, first);
  return `(${name && ` ${name}`}\n${written(tree, first, [first], notation)})\n`;
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

// --- reading ---

/** What a record says before it is played: its tags, and the tree of its plies. */
export interface Read {
  head: string; // the lines of its tags
  tags: Record<string, string>;
  tree: Tree;
}

const TAG = /^\[\s*(\w+)\s+("(?:[^"\\]|\\.)*")\s*\]\s*$/;

/** Read a record; it is not checked whether its plies are legal. Throws `NotARecord`. */
export function readRecord(text: string, notation: Notation): Read {
  const reader = new Reader(notation);
  const lines = text.replaceAll('\r\n', '\n').replace(/^\ufeff/, '').split('\n');
  lines.forEach((line, index) => {
    try {
      if (line.trim()) reader.add(line.trim());
    } catch (error) {
      throw new NotARecord(`line ${index + 1}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  return reader.read();
}

class Reader {
  private readonly tags: Record<string, string> = {};
  private tree = EMPTY_TREE;
  private at = ROOT;
  private readonly open: { back: number; name: string; before: string[] }[] = []; // variations that are not closed
  private isOver = false; // whether the tags at the end have begun
  private readonly notation: Notation;

  constructor(notation: Notation) {
    this.notation = notation;
  }

  add(line: string): void {
    if (line.startsWith('[')) this.addTag(line);
    else if (this.isOver) throw new NotARecord(`'${line}' after the end`);
    else if (line.startsWith('#')) this.comment(line.slice(1).replace(/^ /, ''));
    else if (line.startsWith('(')) this.begin(line.slice(1).trim());
    else if (line === ')') this.end();
    else this.play(line.replace(/@.*$/, '').trim());
  }

  read(): Read {
    if (this.open.length) throw new NotARecord('a variation is not closed');
    if (!('Longroad' in this.tags)) throw new NotARecord('a record begins with [Longroad "1"]');
    return { head: writeTags(this.tags), tags: this.tags, tree: this.tree };
  }

  private addTag(line: string): void {
    const [, name = '', value = ''] = TAG.exec(line) ?? [];
    if (!name) throw new NotARecord(`'${line}' is not a tag`);
    this.isOver ||= this.at !== ROOT || name === 'Result';
    if (!this.isOver) this.tags[name] = JSON.parse(value) as string;
  }

  private play(text: string): void {
    const moved = played(this.tree, this.at, this.notation.read(text));
    [this.tree, this.at] = [moved.tree, moved.at];
    const variation = this.open.at(-1);
    if (variation === undefined || (!variation.name && !variation.before.length)) return;
    this.tree = described(this.tree, this.at, { name: variation.name, comment: variation.before.join('\n') });
    [variation.name, variation.before] = ['', []];
  }

  private comment(line: string): void {
    const variation = this.open.at(-1);
    if (variation && this.at === nodeAt(this.tree, variation.back).parent) {
      variation.before.push(line); // before its first ply
      return;
    }
    const { comment }: Node = nodeAt(this.tree, this.at);
    this.tree = described(this.tree, this.at, { comment: comment ? `${comment}\n${line}` : line });
  }

  private begin(name: string): void {
    const { parent } = nodeAt(this.tree, this.at);
    if (parent === null) throw new NotARecord('a variation follows the ply that it replaces');
    this.open.push({ back: this.at, name, before: [] });
    this.at = parent;
  }

  private end(): void {
    const variation = this.open.pop();
    if (!variation) throw new NotARecord('no variation is open here');
    this.at = variation.back;
  }
}
