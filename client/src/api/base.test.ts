import { describe, expect, it } from 'vitest';

import { hrefOf, readBase, withoutBase } from './base.ts';

describe('the path below which the server is', () => {
  it('is read from the page, and empty without one', () => {
    const page = document.implementation.createHTMLDocument();
    expect(readBase(page)).toBe('');
    page.head.innerHTML = '<meta name="base-path" content="/catan">';
    expect(readBase(page)).toBe('/catan');
  });

  it('is left out of the paths of the app', () => {
    expect(withoutBase('/catan/game/abc', '/catan')).toBe('/game/abc');
    expect(withoutBase('/catan', '/catan')).toBe('/');
    expect(withoutBase('/catania/new', '/catan')).toBeNull();
    expect(withoutBase('/new', '')).toBe('/new');
  });

  it('is put before them', () => {
    expect(hrefOf('/new')).toBe('/new');
  });
});
