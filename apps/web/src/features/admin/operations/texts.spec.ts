import { ERRORS } from '@earworm/contracts';
import { GameEvent } from '@earworm/rules';
import { describe, expect, it } from '@jest/globals';
import de from '../../../platform/i18n/languages/de.json' with { type: 'json' };
import { onTexts } from '../../../platform/i18n/texts.js';
import './texts.js';

type Table = Readonly<Record<string, string>>;
const english = new Map<string, Table>();
onTexts((namespace, table) => english.set(namespace, table));

/** A take-over between servers is no action: the list goes on with the one before. */
const ACTIONS = GameEvent.options.map((option) => option.shape.type.value).filter((type) => type !== 'owned');
const LIMITS = Object.entries(ERRORS).flatMap(([code, { http }]) => (http === 429 ? [code] : []));

describe.each([
  ['English', english.get('operations') as Table],
  ['German', de.operations as Table],
])('the operations page in %s', (_, texts) => {
  it('gives every last action a text of its own', () => {
    const sentences = ACTIONS.map((type) => texts[type]);
    expect(ACTIONS.filter((type) => !texts[type])).toEqual([]);
    expect(new Set(sentences).size).toBe(ACTIONS.length);
  });

  it('gives every limit a name', () => {
    expect(LIMITS.filter((code) => !texts[code])).toEqual([]);
  });
});
