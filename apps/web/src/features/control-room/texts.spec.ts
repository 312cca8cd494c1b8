import { describe, expect, it } from '@jest/globals';
import type { AttentionReason } from '@earworm/contracts';
import { ATTENTION_KINDS } from '@earworm/rules';
import { sentenceOf } from './texts.js';
import { aReason } from './testing/control-room.js';

type Told = readonly [AttentionReason['kind'], AttentionReason['facts'], string];

const TOLD: readonly Told[] = [
  ['help', { name: 'Cem', category: 'sound', text: '' }, 'Cem: Song or video.'],
  ['crew-away', { connected: 1 }, 'No one who can judge is connected. 1 player waits.'],
  ['crew-away', { connected: 8 }, 'No one who can judge is connected. 8 players wait.'],
  ['buzz-waiting', { name: 'Ann', crew: 1 }, 'The buzz of Ann waits for a verdict. The moderator is connected.'],
  ['buzz-waiting', { name: 'Ann', crew: 0 }, 'The buzz of Ann waits for a verdict. No moderator is connected.'],
  ['song-silent', { question: 4 }, 'The song of question 4 should play, and its desk does not play it.'],
  ['question-open', { question: 4, connected: 8 }, 'Question 4 is open, and no one buzzes.'],
  ['players-offline', { connected: 2, seated: 8 }, '2 of 8 players are connected.'],
  ['quiet', { connected: 8 }, 'The game has begun, and no one does anything.'],
  ['not-started', { crew: 1, connected: 8 }, 'The game has not started. Its crew is there.'],
  ['not-started', { crew: 0, connected: 8 }, 'The game has not started, and no one of its crew is there.'],
  ['unknown', { state: null }, 'Nothing has been heard from this room. What is shown may be old.'],
];

describe('the sentence about a room that needs attention', () => {
  it.each(TOLD)('tells the facts of %s %j', (kind, facts, sentence) => {
    expect(sentenceOf(aReason(kind, 0, facts))).toBe(sentence);
  });

  it('exists for every kind', () => {
    expect(new Set(TOLD.map(([kind]) => kind))).toEqual(new Set(ATTENTION_KINDS));
  });
});
