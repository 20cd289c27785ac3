/** Which page an address stands for, and how to get to another without loading anew. */

export type Route =
  | { page: 'start' }
  | { page: 'new' } // setting a game up
  | { page: 'help' }
  | { page: 'settings' }
  | { page: 'game'; game: string }
  | { page: 'replay'; game: string | null } // null: a record that is given on the page
  | { page: 'mock'; scene: string } // the table without a server, for whoever works on the page
  | { page: 'unknown' };

const GAME = /^\/game\/([\w-]{1,64})(\/replay)?\/?$/;

const PLAIN = /^\/(new|help|settings)\/?$/;

/** Read an address: /, /new, /help, /settings, /game/ID, /game/ID/replay, /replay. */
export function routeOf(path: string): Route {
  if (path === '/' || path === '/index.html') return { page: 'start' };
  const [, plain] = PLAIN.exec(path) ?? [];
  if (plain !== undefined) return { page: plain as 'new' | 'help' | 'settings' };
  if (/^\/replay\/?$/.test(path)) return { page: 'replay', game: null };
  const mock = /^\/mock(?:\/([\w-]+))?\/?$/.exec(path);
  if (mock && import.meta.env.DEV) return { page: 'mock', scene: mock[1] ?? '' };
  const [, game, replay] = GAME.exec(path) ?? [];
  if (game === undefined) return { page: 'unknown' };
  return replay ? { page: 'replay', game } : { page: 'game', game };
}

/** Write the address of a page. */
export function pathOf(route: Route): string {
  switch (route.page) {
    case 'game':
      return `/game/${route.game}`;
    case 'replay':
      return route.game === null ? '/replay' : `/game/${route.game}/replay`;
    case 'new':
    case 'help':
    case 'settings':
      return `/${route.page}`;
    default:
      return '/';
  }
}

class Router {
  route = $state.raw<Route>({ page: 'start' });
  search = $state('');
  hasMoved = false; // whether somebody came from another page of this one: then the new page takes the focus

  constructor() {
    this.read();
  }

  private read(): void {
    this.route = routeOf(location.pathname);
    this.search = location.search;
  }

  /** Go to an address of this page. */
  go(path: string, { replaces = false } = {}): void {
    history[replaces ? 'replaceState' : 'pushState'](null, '', path);
    this.hasMoved = true;
    this.read();
    scrollTo(0, 0);
  }

  /** Write a query into the address, so that it can be sent around; nothing is loaded, and the way back stays as it is. */
  note(search: string): void {
    history.replaceState(null, '', location.pathname + search);
  }

  /** Follow the browser's own way back and forth, and plain clicks on links of this page. Returns how to stop. */
  listen(): () => void {
    const onPop = () => this.read();
    const onClick = (event: MouseEvent) => {
      const path = followed(event);
      if (path === null) return;
      event.preventDefault();
      this.go(path);
    };
    addEventListener('popstate', onPop);
    document.addEventListener('click', onClick);
    return () => {
      removeEventListener('popstate', onPop);
      document.removeEventListener('click', onClick);
    };
  }
}

/** The address that a click on a link leads to, if the page can show it itself. */
export function followed(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return null;
  if (link.getAttribute('href')?.startsWith('#')) return null;
  return routeOf(link.pathname).page === 'unknown' ? null : link.pathname + link.search;
}

export const router = new Router();
