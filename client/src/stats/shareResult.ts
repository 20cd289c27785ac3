/** Shares the picture of a result with other apps, or saves it. */

import { pngOf, save } from '../ui/files';
import { pictureOf, type Result } from './charts/resultPicture';

const NAME = 'longroad.png';

export async function shareResult(board: SVGSVGElement, island: string, result: Result): Promise<void> {
  const picture = await pictureOf(board, island, result);
  const file = new File([await pngOf(picture)], NAME, { type: 'image/png' });
  const shared = { files: [file], title: result.title };
  if (!navigator.canShare?.(shared)) return save(NAME, file);
  await navigator.share(shared).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error; // the user changed their mind
  });
}
