/** Requests to the server. Refusals are thrown as `RequestError`. */

import { hrefOf } from './base.ts';
import { currentLanguage, t } from '../i18n';
import { PROTOCOL } from './messages';
import type {
  Act,
  AnalysisView,
  AnalyseRoom,
  Board,
  BoardRequest,
  CheckedPosition,
  CheckPosition,
  Done,
  Join,
  Meta,
  NewGame,
  Preview,
  PreviewRequest,
  Problem,
  PuzzleList,
  PuzzleView,
  Replay,
  Seated,
  SeatRequest,
  Settings,
  Table,
  Why,
} from './messages';

/** The server refused a request, or could not be reached (`code` is then 'unreachable'). */
export class RequestError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rule: string | null = null,
    readonly status = 0,
  ) {
    super(message);
    this.name = 'RequestError';
  }
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}

async function answered(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const body: unknown = isJson ? await response.json() : null; // a proxy may answer with something else
  if (response.ok && isJson) return body;
  if (isProblem(body)) throw new RequestError(body.code, body.message, body.rule ?? null, response.status);
  throw new RequestError('failed', t('pages.failed', { status: String(response.status) }), null, response.status);
}

async function ask<T>(path: string, options: RequestInit = {}): Promise<T> {
  try {
    const headers = { 'accept-language': currentLanguage(), ...options.headers };
    return (await answered(
      await fetch(hrefOf(`/api${path}`), { credentials: 'same-origin', ...options, headers }),
    )) as T;
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw new RequestError('unreachable', t('pages.unreachable')); // or the response was cut off
  }
}

function post<T>(path: string, body: unknown = {}): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  return ask<T>(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

function query(values: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : '';
}

/** The path of a game's resources. */
function at(game: string, rest = ''): string {
  return `/games/${encodeURIComponent(game)}${rest}`;
}

/** Pass-and-play: which of this browser's seats is meant. */
type As = number | null | undefined;

export const api = {
  meta: () => ask<Meta>('/meta'),
  preview: (body: PreviewRequest) => post<Preview>('/preview', body),
  create: (body: NewGame) => post<Seated>('/games', body),
  table: (game: string, seat?: As) => ask<Table>(at(game) + query({ seat })),
  join: (game: string, body: Join) => post<Seated>(at(game, '/join'), body),
  changeSeat: (game: string, seat: number, body: SeatRequest) => post<Done>(at(game, `/seats/${seat}`), body),
  start: (game: string) => post<Done>(at(game, '/start')),
  ready: (game: string, is_ready: boolean) => post<Done>(at(game, '/ready'), { is_ready }),
  diceText: (game: string, text: string, seat?: As) => post<Done>(at(game, '/text') + query({ seat }), { text }),
  leave: (game: string) => post<Done>(at(game, '/leave')),
  again: (game: string) => post<Seated>(at(game, '/again')),
  act: (game: string, act: Act, seat?: As) => post<Done>(at(game, '/act') + query({ seat }), act),
  why: (game: string, action: string, seat?: As) => ask<Why>(at(game, '/why') + query({ action, seat })),
  analyse: (game: string, body: AnalyseRoom) => post<AnalysisView>(at(game, '/analyse'), body),
  replay: (game: string) => ask<Replay>(at(game, '/replay')),
  puzzles: () => ask<PuzzleList>('/puzzles'),
  puzzle: (id: string) => ask<PuzzleView>(`/puzzles/${encodeURIComponent(id)}`),
  replayOf: (record: string) => post<Replay>('/replay', { record }),
  board: (body: BoardRequest) => post<Board>('/board', body),
  checkPosition: (body: CheckPosition) => post<CheckedPosition>('/positions/check', body),
};

export type Theme = 'light' | 'dark';

/** URLs that the browser loads by itself: pictures, downloads, the socket. */
export const address = {
  island: (game: string, theme: Theme) => hrefOf(`/api${at(game, '/island.svg')}${query({ theme })}`),
  preview: ({ preset, options, island_seed }: Pick<Settings, 'preset' | 'options' | 'island_seed'>, theme: Theme) =>
    hrefOf(`/api/preview.svg${query({ preset, seed: island_seed, options: JSON.stringify(options), theme })}`),
  record: (game: string, edition: 'full' | 'seat' | 'public', format: 'text' | 'jsonl') =>
    hrefOf(`/api${at(game, '/record')}${query({ edition, format })}`),
  socket: (game: string, since: number | null, seat?: As) => {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const params = query({ since, seat, lang: currentLanguage(), protocol: PROTOCOL });
    return `${scheme}//${location.host}${hrefOf(`/api${at(game, '/ws')}`)}${params}`;
  },
};
