import { csvOf } from '@earworm/contracts';
import type { Entry } from './entries.js';
import { t } from './texts.js';

type Column = readonly [heading: Parameters<typeof t>[0], cell: (entry: Entry) => string];
const COLUMNS: readonly Column[] = [
  ['number', ({ version }) => String(version)],
  // In UTC, so that every spreadsheet reads it alike.
  ['time', ({ at }) => new Date(at).toISOString()],
  ['from', ({ place }) => t(`from_${place}`)],
  ['who', ({ who }) => who ?? ''],
  ['what', ({ what }) => what],
  ['category', ({ question }) => question?.category ?? ''],
  ['points', ({ question }) => String(question?.points ?? '')],
  ['gain', ({ gain }) => String(gain ?? '')],
];

/** The oldest first. */
export const csvOfTimeline = (entries: readonly Entry[]): string =>
  csvOf([COLUMNS.map(([heading]) => t(heading)), ...entries.map((entry) => COLUMNS.map(([, cell]) => cell(entry)))]);
