/** What this browser keeps. Where storage is forbidden, nothing is kept and nothing fails. */

/** Read a stored text; null if there is none. */
export function load(key: string, storage: () => Storage = () => localStorage): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Store a text; null removes it. */
export function save(key: string, value: string | null, storage: () => Storage = () => localStorage): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // The choice lasts until the page is closed.
  }
}
