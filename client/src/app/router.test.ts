import { afterEach, expect, test } from 'vitest';

import { followed, pathOf, router, routeOf, type Route } from './router.svelte';

afterEach(() => {
  router.go('/');
  document.body.replaceChildren();
});

test('every page has its address', () => {
  expect(routeOf('/')).toEqual({ page: 'start' });
  expect(routeOf('/game/a-B_3')).toEqual({ page: 'game', game: 'a-B_3' });
  expect(routeOf('/game/abc/')).toEqual({ page: 'game', game: 'abc' });
  expect(routeOf('/game/abc/replay')).toEqual({ page: 'replay', game: 'abc' });
  expect(routeOf('/replay')).toEqual({ page: 'replay', game: null });
});

test('any other address is unknown', () => {
  for (const path of ['/game', '/game/', '/game/a b', '/game/../x', '/elsewhere', `/game/${'x'.repeat(65)}`]) {
    expect(routeOf(path)).toEqual({ page: 'unknown' });
  }
});

test('the address of a page leads back to it', () => {
  const routes: Route[] = [
    { page: 'start' },
    { page: 'game', game: 'abc' },
    { page: 'replay', game: 'abc' },
    { page: 'replay', game: null },
  ];
  for (const route of routes) expect(routeOf(pathOf(route))).toEqual(route);
});

test('navigation changes the address and the page', () => {
  router.go('/game/abc?seat=1');
  expect(router.route).toEqual({ page: 'game', game: 'abc' });
  expect(router.search).toBe('?seat=1');
  expect(location.pathname).toBe('/game/abc');
});

/** Click on a link; return where the router would go. */
function clicked(attributes: Record<string, string>, event: MouseEventInit = {}): string | null {
  const link = document.createElement('a');
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  document.body.append(link);
  let path: string | null = null;
  link.addEventListener('click', (click) => {
    path = followed(click as unknown as MouseEvent);
    click.preventDefault();
  });
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...event }));
  return path;
}

test('plain clicks on links of this page are followed', () => {
  expect(clicked({ href: '/game/abc?x=1' })).toBe('/game/abc?x=1');
});

test('other clicks and other links are the browser’s', () => {
  expect(clicked({ href: '/game/abc' }, { ctrlKey: true })).toBe(null);
  expect(clicked({ href: '/game/abc' }, { button: 1 })).toBe(null);
  expect(clicked({ href: '/game/abc', target: '_blank' })).toBe(null);
  expect(clicked({ href: '/api/games/abc/record', download: '' })).toBe(null);
  expect(clicked({ href: '/api/docs' })).toBe(null);
  expect(clicked({ href: '#main' })).toBe(null);
  expect(clicked({ href: 'https://elsewhere.example/' })).toBe(null);
});
