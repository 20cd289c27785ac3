/** How long ago something was, in words: '5 minutes ago'. */

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

export function ago(at: number, now: number, language = document.documentElement.lang || 'en'): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const past = Math.max(0, now - at);
  const [unit, length] = UNITS.find(([, one]) => past >= one) ?? ['second', past + 1];
  return format.format(-Math.floor(past / length), unit);
}
