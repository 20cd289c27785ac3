/**
 * A tree of variations. A tree is never changed: every function returns a new one, so that what is shown follows.
 *
 * The first child of a node continues its line, the others are variations; the line of first children from the root is
 * the main line. Positions are not kept here: they follow from the plies.
 */

/** An action of a seat, or of chance, as the engine takes it. */
export interface Ply {
  seat: number;
  action: number;
}

export interface Node {
  id: number;
  parent: number | null; // null: the beginning
  ply: Ply | null;
  children: readonly number[];
  comment: string;
  name: string; // of the variation that begins here
  clock: number | null; // milliseconds that the player had left after it, in the game
  isAbsent: boolean; // whether it was played for an absent player, in the game
}

export interface Tree {
  nodes: ReadonlyMap<number, Node>;
  next: number; // id of the next node
}

/** A tree, and the node that a change leads to. */
export interface Moved {
  tree: Tree;
  at: number;
}

export const ROOT = 0;

export const EMPTY_TREE: Tree = {
  nodes: new Map([[ROOT, { id: ROOT, parent: null, ply: null, children: [], ...noted() }]]),
  next: 1,
};

/** A node. Throws if there is none. */
export function nodeAt(tree: Tree, id: number): Node {
  const node = tree.nodes.get(id);
  if (!node) throw new RangeError(`no node ${id} in a tree of ${tree.nodes.size}`);
  return node;
}

// --- reading ---

/** The nodes from the beginning to a node. */
export function pathTo(tree: Tree, id: number): number[] {
  const path: number[] = [];
  for (let at: number | null = id; at !== null; at = nodeAt(tree, at).parent) path.unshift(at);
  return path;
}

/** The nodes that continue the line after a node. */
export function lineAfter(tree: Tree, id: number): number[] {
  const line: number[] = [];
  for (let next = nodeAt(tree, id).children[0]; next !== undefined; next = nodeAt(tree, next).children[0]) {
    line.push(next);
  }
  return line;
}

/** The plies from the beginning to a node. */
export function pliesTo(tree: Tree, id: number): Ply[] {
  return pathTo(tree, id).flatMap((one) => nodeAt(tree, one).ply ?? []);
}

function siblings(tree: Tree, id: number): readonly number[] {
  const { parent } = nodeAt(tree, id);
  return parent === null ? [id] : nodeAt(tree, parent).children;
}

/** How deep the variations of a tree are nested: 0 if there are none. */
export function depthOf(tree: Tree): number {
  const depths = new Map([[ROOT, 0]]);
  for (const [id, depth] of depths) {
    nodeAt(tree, id).children.forEach((child, number) => depths.set(child, depth + Number(number > 0)));
  }
  return Math.max(...depths.values());
}

/** Whether a node is on the main line. */
export function isMain(tree: Tree, id: number): boolean {
  return pathTo(tree, id).every((one) => siblings(tree, one)[0] === one);
}

/** The node before; the beginning has none. */
export function back(tree: Tree, at: number): number {
  return nodeAt(tree, at).parent ?? at;
}

/** The node after, on the line of this one. */
export function forward(tree: Tree, at: number): number {
  return nodeAt(tree, at).children[0] ?? at;
}

/** The end of the line. */
export function endOf(tree: Tree, at: number): number {
  return lineAfter(tree, at).at(-1) ?? at;
}

/** The nearest node, from this one back, where there is a choice of variations; null if there is none. */
export function branchOf(tree: Tree, at: number): number | null {
  return pathTo(tree, at).findLast((id) => siblings(tree, id).length > 1) ?? null;
}

/** The first node of the variation beside that of a node: the next one, or the previous. */
export function beside(tree: Tree, at: number, by: 1 | -1): number {
  const branch = branchOf(tree, at);
  if (branch === null) return at;
  const others = siblings(tree, branch);
  return others[others.indexOf(branch) + by] ?? at;
}

// --- changing ---

function changed(tree: Tree, ...nodes: Node[]): Tree {
  const all = new Map(tree.nodes);
  for (const node of nodes) all.set(node.id, node);
  return { ...tree, nodes: all };
}

/** Play a ply after a node: along the line if it goes on so, else as a new variation. */
export function played(tree: Tree, at: number, ply: Ply): Moved {
  const parent = nodeAt(tree, at);
  const isSame = (id: number) => {
    const other = nodeAt(tree, id).ply;
    return other?.seat === ply.seat && other.action === ply.action;
  };
  const known = parent.children.find(isSame);
  if (known !== undefined) return { tree, at: known };
  const node: Node = { id: tree.next, parent: at, ply, children: [], ...noted() };
  const grown = changed(tree, node, { ...parent, children: [...parent.children, node.id] });
  return { tree: { ...grown, next: tree.next + 1 }, at: node.id };
}

/** Delete a node and everything after it; the beginning cannot be deleted. */
export function removed(tree: Tree, id: number): Moved {
  const { parent } = nodeAt(tree, id);
  if (parent === null) return { tree, at: id };
  const nodes = new Map(tree.nodes);
  const gone = [id];
  for (let one = gone.pop(); one !== undefined; one = gone.pop()) {
    gone.push(...nodes.get(one)!.children);
    nodes.delete(one);
  }
  const before = nodes.get(parent)!;
  nodes.set(parent, { ...before, children: before.children.filter((child) => child !== id) });
  return { tree: { ...tree, nodes }, at: parent };
}

/** Make the variation of a node the first at its branch. */
export function promoted(tree: Tree, id: number): Tree {
  const branch = pathTo(tree, id).findLast((one) => siblings(tree, one)[0] !== one);
  if (branch === undefined) return tree;
  const parent = nodeAt(tree, nodeAt(tree, branch).parent!);
  return changed(tree, { ...parent, children: [branch, ...parent.children.filter((child) => child !== branch)] });
}

/** Write a comment on a node, or the name of its variation. */
export function described(tree: Tree, id: number, words: Partial<Pick<Node, 'comment' | 'name'>>): Tree {
  return changed(tree, { ...nodeAt(tree, id), ...words });
}

// --- keeping ---

/** What is noted at a node, and the variations beside it. */
interface More {
  c?: string; // comment
  n?: string; // name
  t?: number; // clock
  a?: true; // played for an absent player
  v?: Line[];
}

/** A line: the seat, the action, and more if there is more, for each ply. */
export type Line = ([number, number] | [number, number, More])[];

/** A tree as JSON keeps it. */
export interface Kept {
  c?: string;
  n?: string;
  line: Line;
}

/** The tree in a compact form for JSON. */
export function kept(tree: Tree): Kept {
  const root = nodeAt(tree, ROOT);
  return { ...notesOf(root), line: root.children.length ? keptLine(tree, root.children[0]!, root.children) : [] };
}

function notesOf({ comment, name, clock, isAbsent }: Node): More {
  return {
    ...(comment && { c: comment }),
    ...(name && { n: name }),
    ...(clock !== null && { t: clock }),
    ...(isAbsent && { a: true }),
  };
}

/** A line from its first node, which has variations beside it or not. */
function keptLine(tree: Tree, first: number, beside: readonly number[] = [first]): Line {
  let choices = beside;
  return [first, ...lineAfter(tree, first)].map((id) => {
    const node = nodeAt(tree, id);
    const v = choices.slice(1).map((other) => keptLine(tree, other));
    choices = node.children;
    const more: More = { ...notesOf(node), ...(v.length && { v }) };
    const { seat, action } = node.ply!;
    return Object.keys(more).length ? [seat, action, more] : [seat, action];
  });
}

/** All nodes in the order in which they are kept, and numbered again: a ply, the variations beside it, what follows. */
export function orderOf(tree: Tree): number[] {
  const order = [ROOT];
  const add = (first: number, beside: readonly number[]): void => {
    let choices = beside;
    for (const id of [first, ...lineAfter(tree, first)]) {
      order.push(id);
      choices.slice(1).forEach((other) => add(other, [other]));
      choices = nodeAt(tree, id).children;
    }
  };
  const { children } = nodeAt(tree, ROOT);
  if (children.length) add(children[0]!, children);
  return order;
}

/** The tree that was kept. Throws if it is none. */
export function restored(given: Kept): Tree {
  const nodes = new Map<number, Node>();
  let next = 1;
  const add = (line: Line, before: number): void => {
    let parent = before;
    for (const [seat, action, more] of line) {
      const id = next++;
      nodes.set(id, { id, parent, ply: plyOf(seat, action), children: [], ...noted(more) });
      nodes.set(parent, { ...nodes.get(parent)!, children: [...nodes.get(parent)!.children, id] });
      more?.v?.forEach((other) => add(other, parent));
      parent = id;
    }
  };
  nodes.set(ROOT, { id: ROOT, parent: null, ply: null, children: [], ...noted(given) });
  add(given.line, ROOT);
  return { nodes, next };
}

/** What is noted at a node that was kept; nothing at a new one. */
function noted({ c = '', n = '', t, a }: More = {}): Pick<Node, 'comment' | 'name' | 'clock' | 'isAbsent'> {
  return { comment: String(c), name: String(n), clock: Number.isSafeInteger(t) ? t! : null, isAbsent: a === true };
}

function plyOf(seat: unknown, action: unknown): Ply {
  if (Number.isSafeInteger(seat) && Number.isSafeInteger(action)) return { seat, action } as Ply;
  throw new RangeError(`not a ply: seat ${String(seat)}, action ${String(action)}`);
}
