import { ERRORS } from '@earworm/contracts';
import { GameEvent } from '@earworm/rules';
import { describe, expect, it } from '@jest/globals';
import de from '../../../platform/i18n/languages/de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };

/** A take-over between servers is no action: the list goes on with the one before. */
const ACTIONS = GameEvent.options.map((option) => option.shape.type.value).filter((type) => type !== 'owned');
const LIMITS = Object.entries(ERRORS).flatMap(([code, { http }]) => (http === 429 ? [code] : []));

describe.each([
  ['English', en as Record<string, string>],
  ['German', de.operations as Record<string, string>],
])('the operations page in %s', (_, texts) => {
  it('has a text for every last action', () => {
    const sentences = ACTIONS.map((type) => texts[type]);
    expect(ACTIONS.filter((type) => !texts[type])).toEqual([]);
    expect(new Set(sentences).size).toBe(ACTIONS.length);
  });

  it('has a name for every limit', () => {
    expect(LIMITS.filter((code) => !texts[code])).toEqual([]);
  });
});
