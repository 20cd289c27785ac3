/** What the coach answers at any moment. */

import { actionName, kindTitle, siteYield } from '../board/naming';
import { formatList, t } from '../i18n';
import { missed } from '../log/turns';
import { CHANCE } from '../table/events';
import type { GameUi } from '../table/gameUi.svelte';
import type { Coach } from './coach.svelte';
import type { Scene } from './scene';
import { bestSites } from './suggest';

export const QUESTIONS = ['now', 'grey', 'worth', 'they', 'win'] as const;
export type Question = (typeof QUESTIONS)[number];

const MOST_LINES = 6;
const MOST_SITES = 3;
const BUILDS = ['road', 'settle', 'city', 'buy', 'offer', 'bank', 'end'];

/** What should I do now? The suggestion of the step; without one, a hint is opened. */
function now(coach: Coach, scene: Scene): string[] {
  const { ui, suggested } = coach;
  const named = suggested && actionName(scene.geometry, scene.snapshot, suggested, ui.name);
  if (named) return [t('coach.now_do', { action: named })];
  if (ui.hint.isAllowed) {
    if (!ui.hint.isOpen) ui.hint.toggle();
    return [t('coach.now_hint')];
  }
  const names = formatList(scene.snapshot.to_act.map(ui.name));
  return [names ? t('coach.now_wait', { names }) : t('coach.now_nothing')];
}

/** Why is this grey? The reason for every button that is off. */
async function grey({ table }: GameUi, scene: Scene): Promise<string[]> {
  const isOn = (kind: string) => scene.kinds.has(kind) || scene.decision?.forms.some((form) => form.kind === kind);
  const off = BUILDS.filter((kind) => !isOn(kind));
  const answers = await Promise.all(off.map((kind) => table.why(kind)));
  return off.flatMap((kind, index) => {
    const answer = answers[index];
    if (!answer || answer.is_legal || !answer.message) return [];
    const lacked = Object.entries(answer.lacks).map(([name, count]) => `${count} ${t(`names.${name}`)}`);
    const lacking = lacked.length ? ` ${t('decision.lacking', { cards: formatList(lacked) })}` : '';
    return [t('coach.line', { title: kindTitle(kind), text: `${answer.message}${lacking}` })];
  });
}

/** What is this worth? The lit sites, else what you own, and what each piece counts. */
function worth(scene: Scene): string[] {
  const { geometry, own } = scene;
  const lit = bestSites(scene).slice(0, MOST_SITES);
  if (lit.length) return lit.map((site) => t('coach.worth_site', { site, yield: siteYield(geometry, site) }));
  const sites = [...own.settlements, ...own.cities];
  return [
    t('coach.worth_pieces'),
    ...sites.map((site) => t('coach.worth_own', { site, yield: siteYield(geometry, site) })),
  ];
}

/** What did they just do? Since your last turn, or lately. */
function they({ you, log }: Scene): string[] {
  const since = missed(log, you)?.sentences.map((one) => one.text) ?? [];
  const others = log.filter(({ seat }) => seat !== null && seat !== you && seat !== CHANCE);
  const lines = since.length ? since : others.flatMap((entry) => entry.sentences);
  return lines.length ? lines.slice(-MOST_LINES) : [t('coach.they_nothing')];
}

/** How do I win? Your points, where they come from, and what brings more. */
function win({ own, goal }: Scene): string[] {
  const sources = Object.entries(own.sources).map(([name, count]) => `${t(`end.${name}`)} ${count}`);
  const so = sources.length ? t('coach.win_sources', { sources: formatList(sources) }) : '';
  return [`${t('coach.win_points', { points: own.points, goal: goal ?? 10 })} ${so}`.trim(), t('coach.win_how')];
}

/** The lines that answer a question. */
export async function answer(question: Question, coach: Coach, scene: Scene): Promise<string[]> {
  switch (question) {
    case 'now':
      return now(coach, scene);
    case 'grey': {
      const lines = await grey(coach.ui, scene);
      return lines.length ? lines : [t('coach.grey_none')];
    }
    case 'worth':
      return worth(scene);
    case 'they':
      return they(scene);
    case 'win':
      return win(scene);
  }
}
