import type { GameClient } from '@earworm/client';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent } from '@testing-library/react';
import { FakeTones } from '../../testing/fake-tones.js';
import { draw, pass } from '../../testing/user-actions.js';
import { useGameSounds } from './use-sounds.js';

type Events = Parameters<Parameters<GameClient['onEvents']>[0]>[0];

const BUZZ_HZ = [392];
const RIGHT_HZ = [659, 880, 1319];
const WRONG_HZ = [233, 175];

describe('sounds of a game', () => {
  let tests = 0;
  let tones: FakeTones;
  let receive: (events: readonly object[]) => Promise<void>;

  const client = {
    onEvents: (listener: (events: Events) => void) => {
      receive = async (events) => act(() => listener(events as unknown as Events));
      return () => undefined;
    },
  } as unknown as GameClient;

  function Room() {
    useGameSounds(client);
    return null;
  }

  beforeEach(async () => {
    tones = new FakeTones();
    await draw(<Room />);
    fireEvent.keyDown(document.body);
    // The clock of every test starts anew, and the pause after a sound outlives its test.
    await pass((tests += 1) * 1_000);
  });
  afterEach(() => tones.remove());

  it.each([
    ['a buzz', { type: 'playerBuzzed' }, BUZZ_HZ],
    ['a buzz that is held', { type: 'buzzArrived' }, BUZZ_HZ],
    ['a right answer', { type: 'answerJudged', correct: true }, RIGHT_HZ],
    ['a wrong answer', { type: 'answerJudged', correct: false }, WRONG_HZ],
    ['another event', { type: 'playerJoined' }, []],
  ])('follow %s', async (_, event, hz) => {
    await receive([event]);
    expect(tones.played).toEqual(hz);
  });

  it('follow the last audible event when several arrive at once', async () => {
    await receive([{ type: 'playerBuzzed' }, { type: 'answerJudged', correct: true }, { type: 'playerJoined' }]);
    expect(tones.played).toEqual(RIGHT_HZ);
  });

  it('play once for buzzes at the same time', async () => {
    for (let times = 0; times < 2; times++) await receive([{ type: 'playerBuzzed' }]);
    await pass(121);
    await receive([{ type: 'playerBuzzed' }]);
    expect(tones.played).toEqual([...BUZZ_HZ, ...BUZZ_HZ]);
  });
});
