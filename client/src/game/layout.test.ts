import { expect, test } from 'vitest';

import { layoutOf } from './layout';

test.each([
  [320, 568, 'tall'],
  [390, 664, 'tall'],
  [768, 1024, 'tall'],
  [664, 390, 'low'],
  [844, 390, 'low'],
  [1000, 450, 'low'],
  [1024, 768, 'wide'],
  [1440, 900, 'wide'],
])('a window of %i by %i is laid out as %s', (width, height, layout) => {
  expect(layoutOf(width, height)).toBe(layout);
});
