/** Which page an address shows, and navigation without reloading. */

import { hrefOf, withoutBase } from '../api/base.ts';

export type Route =
  | { page: 'start' }
  | { page: 'new' } // the setup of a new game
  | { page: 'help' }
  | { page: 'learn' } // the coach's lessons
  | { page: 'rules' } // of the table or the preset in the query
  | { page: 'settings' }
  | { page: 'puzzles' }
  | { page: 'game'; game: string }
  | { page: 'replay'; game: string | null } // null: a record that the user opens
  | { page: 'analysis' } // what it shows is in the query or the fragment
  | { page: 'editor' } // of the position in the query
  | { page: 'mock'; scene: string } // the table without a server, for development
  | { page: 'unknown' };

const GAME = /^\/game\/([\w-]{1,64})(\/replay)?\/?$/;

/** A page whose name is its address. */
type Plain = 'new' | 'help' | 'learn' | 'rules' | 'settings' | 'puzzles' | 'analysis' | 'editor';

const PLAIN = /^\/(new|help|learn|rules|settings|puzzles|analysis|editor)\/?$/;

/** Parse an address: /, /new, /help, /learn, /rules, /settings, /puzzles, /analysis, /editor, /game/ID, /game/ID/replay, /replay. */
export function routeOf(path: string): Route {
  if (path === '/' || path === '/index.html') return { page: 'start' };
  const [, plain] = PLAIN.exec(path) ?? [];
  if (plain !== undefined) return { page: plain as Plain };
  if (/^\/replay\/?$/.test(path)) return { page: 'replay', game: null };
  const mock = /^\/mock(?:\/([\w-]+))?\/?$/.exec(path);
  if (mock && import.meta.env.DEV) return { page: 'mock', scene: mock[1] ?? '' };
  const [, game, replay] = GAME.exec(path) ?? [];
  if (game === undefined) return { page: 'unknown' };
  return replay ? { page: 'replay', game } : { page: 'game', game };
}

/** The address of a route. */
export function pathOf(route: Route): string {
  switch (route.page) {
    case 'game':
      return `/game/${route.game}`;
    case 'replay':
      return route.game === null ? '/replay' : `/game/${route.game}/replay`;
    case 'new':
    case 'help':
    case 'learn':
    case 'rules':
    case 'settings':
    case 'puzzles':
    case 'analysis':
    case 'editor':
      return `/${route.page}`;
    default:
      return '/';
  }
}

class Router {
  route = $state.raw<Route>({ page: 'start' });
  search = $state('');
  hasMoved = false; // whether the user came from another page of the app: the new page then takes the focus

  constructor() {
    this.read();
  }

  private read(): void {
    this.route = routeOf(withoutBase(location.pathname) ?? location.pathname);
    this.search = location.search;
  }

  /** Go to an address of the app. */
  go(path: string, { replaces = false } = {}): void {
    history[replaces ? 'replaceState' : 'pushState'](null, '', hrefOf(path));
    this.hasMoved = true;
    this.read();
    scrollTo(0, 0);
  }

  /** Put a query into the address, so that the link can be shared; nothing is loaded and no history entry is added. */
  note(search: string): void {
    history.replaceState(null, '', location.pathname + search);
  }

  /** Follow the browser's back and forward buttons, and clicks on links of the app. Returns a function that stops it. */
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

/** The address that a click on a link leads to, if the app can show it. */
export function followed(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return null;
  if (link.getAttribute('href')?.startsWith('#')) return null;
  const path = withoutBase(link.pathname);
  return path === null || routeOf(path).page === 'unknown' ? null : path + link.search + link.hash;
}

export const router = new Router();
