/** The drawing of an island that came with a game or a position, as an address for `<Board>`. */

import { theme } from '../app/theme.svelte';

export class IslandDrawing {
  address = $state(''); // empty until there is a drawing

  /** Follow the drawings and the theme; to be called while a component is set up. */
  constructor(drawings: () => { svg: string | null; svg_dark: string | null } | null) {
    $effect(() => {
      const found = drawings();
      const drawing = theme.name === 'dark' ? found?.svg_dark : found?.svg;
      if (!drawing) return;
      const address = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }));
      this.address = address;
      return () => URL.revokeObjectURL(address);
    });
  }
}
