import { beforeAll, expect, it } from 'vitest';

import { geometry } from '../../api/fixtures';
import { loadPart } from '../../i18n';
import { plyName } from './words';

beforeAll(() => loadPart('studying'));

const name = (text: string) => plyName(text, geometry, (seat) => ['Ada', 'Bo'][seat] ?? '');

it.each([
  ['settle 17', 'Settlement 17'],
  ['robber 1', 'Move the robber: forest 8'],
  ['rob 1', 'Rob Bo'],
  ['end', 'End turn'],
  ['monopoly wool', 'Monopoly: wool'],
  ['rolled 3+5', '8 rolled (3 + 5)'],
  ['start 0 rolled 9', 'Ada rolls 9 to see who starts'],
  ['1 drew knight', 'Bo draws: knight'],
  ['0 stole ore from 1', 'Ada takes ore from Bo'],
])('%s is called %s', (text, expected) => {
  expect(name(text)).toBe(expected);
});
