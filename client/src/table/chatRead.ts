/** How far the chat of a game has been read in this tab; loading the page anew changes nothing about it. */

const KEY = 'longroad.read';

/** The event of the last line that was read; -1 if none was. */
export function readUntil(game: string): number {
  try {
    const [name, event] = (sessionStorage.getItem(KEY) ?? '').split(' ');
    return name === game ? Number(event) : -1;
  } catch {
    return -1; // a browser that keeps nothing counts from the beginning
  }
}

export function saveRead(game: string, event: number): void {
  try {
    sessionStorage.setItem(KEY, `${game} ${event}`);
  } catch {
    // It is then read until the page is closed.
  }
}
