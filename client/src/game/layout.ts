/** How the table is laid out: by the size of the window. */

/** A panel that is a sheet on phones. */
export type Drawer = 'log' | 'chat' | 'players';

const WIDE = 900; // pixels from which there is room for a column beside the island and the dock
const HIGH = 540; // pixels from which a wide window has room for the dock below the island

/** 'wide' has a column at the right; 'tall' is one column; 'low' has the island at the left, everything else at the right. */
export type Layout = 'wide' | 'tall' | 'low';

export function layoutOf(width: number, height: number): Layout {
  if (height < HIGH && width > height) return 'low';
  return width < WIDE ? 'tall' : 'wide';
}
