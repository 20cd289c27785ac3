import { expect, it } from 'vitest';

import { resultSvg } from './resultPicture';

const RESULT = {
  title: 'Ann & Bo win',
  subtitle: 'after 40 turns',
  lines: [
    { name: 'Ann & Bo', points: '10', colour: 'red', isWinner: true },
    { name: '<Clara>', points: '7', colour: 'blue', isWinner: false },
  ],
  footer: 'Longroad',
};

it('shows the board, the winner and everyone’s points', () => {
  const svg = resultSvg('<svg viewBox="0 0 10 10" width="10" height="10"><path d="M0 0"/></svg>', RESULT);
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  expect([...drawing.querySelectorAll('text')].map((text) => text.textContent)).toEqual([
    'Ann & Bo win',
    'after 40 turns',
    'Ann & Bo',
    '10',
    '<Clara>',
    '7',
    'Longroad',
  ]);
  expect(drawing.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 10 10');
  expect(drawing.querySelector('svg')?.getAttribute('width')).toBe('640');
});

it('cuts long names between letters, also where they are emoji', () => {
  const lines = [{ name: '🐑'.repeat(21), points: '7', colour: 'blue', isWinner: false }];
  const svg = resultSvg('<svg></svg>', { ...RESULT, lines });
  expect(svg).toContain(`>${'🐑'.repeat(19)}…<`);
});
