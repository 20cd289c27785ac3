/** The path below which the server is, such as /catan behind a proxy; empty at the root of a site. */

/** Read the path from the page, where the server has put it. */
export function readBase(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';
}

export const base = readBase(document);

/** The address of a path of the app or its API, such as /new, on this site. */
export function hrefOf(path: string): string {
  return base + path;
}

/** The path of the app in a path of this site; null if it lies outside. */
export function withoutBase(path: string, root = base): string | null {
  if (path === root) return '/';
  return path.startsWith(`${root}/`) ? path.slice(root.length) : null;
}
