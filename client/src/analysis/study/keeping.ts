/** The analyses that this browser keeps. */

import { fromBase64, inBase64 } from '../../api/base64';
import { load, save } from '../../app/storage';
import { packed, unpacked } from './link';
import type { Base, Study } from './study.svelte';
import { kept, orderOf, restored, type Kept, type Tree } from '../tree/tree';

/** An analysis in the list. */
export interface Entry {
  id: string;
  name: string;
  changed: number; // milliseconds since 1970
}

/** An analysis that was kept. */
export interface KeptStudy {
  base: Base;
  name: string;
  tree: Tree;
  at: number;
}

interface Written extends Omit<Base, 'start'> {
  start: string; // base64
  name: string;
  tree: Kept;
  at: number; // in the order in which the tree is kept
}

const LIST = 'longroad.studies';
const MOST = 40; // of some 15 KB each
const keyOf = (id: string) => `longroad.study.${id}`;

/** The analyses, the latest first. */
export function entries(): Entry[] {
  try {
    const found: unknown = JSON.parse(load(LIST) ?? '[]');
    return Array.isArray(found) ? (found as Entry[]).filter((one) => typeof one?.id === 'string') : [];
  } catch {
    return [];
  }
}

export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keep an analysis; the oldest makes room. Returns whether the browser could. */
export async function keep(id: string, study: Study): Promise<boolean> {
  const { base, name, tree } = study;
  const at = orderOf(tree).indexOf(study.at);
  const text = await packed(JSON.stringify({ ...base, start: inBase64(base.start), name, tree: kept(tree), at }));
  const list = [{ id, name, changed: Date.now() }, ...entries().filter((one) => one.id !== id)];
  list.slice(MOST).forEach((one) => save(keyOf(one.id), null));
  save(keyOf(id), text);
  if (load(keyOf(id)) !== text) return false;
  save(LIST, JSON.stringify(list.slice(0, MOST)));
  return true;
}

/** Read an analysis; null if there is none. */
export async function readKept(id: string): Promise<KeptStudy | null> {
  const text = load(keyOf(id));
  if (text === null) return null;
  const { start, name, tree, at, ...base } = JSON.parse(await unpacked(text)) as Written;
  const grown = restored(tree);
  return { base: { ...base, start: fromBase64(start) }, name, tree: grown, at: orderOf(grown)[at] ?? 0 };
}

export function forget(id: string): void {
  save(keyOf(id), null);
  save(LIST, JSON.stringify(entries().filter((one) => one.id !== id)));
}
