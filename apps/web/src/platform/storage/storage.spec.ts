import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  forgetGame,
  forgetModeratorMark,
  forgetPreferredName,
  forgetSeats,
  keepModeratorMark,
  keepPlayerMark,
  keepPreferredName,
  moderatorMark,
  playerMark,
  preferredName,
  storedGames,
} from './game-marks.js';
import { clearCompleted, isStored } from './local.js';

/** Keys are the object's own properties, as in a browser. */
class Storage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(Reflect.get(this, key)) : null;
  }
  setItem(key: string, value: string) {
    Reflect.set(this, key, value);
  }
  removeItem(key: string) {
    Reflect.deleteProperty(this, key);
  }
}

const useStorage = (storage: object, name: 'localStorage' | 'sessionStorage' = 'localStorage') =>
  Object.defineProperty(globalThis, name, { value: storage, configurable: true });

afterEach(() => {
  for (const name of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, name);
});

describe('browser storage', () => {
  let storage: Storage;
  beforeEach(() => void useStorage((storage = new Storage())));

  it('remembers the moderator of a game until it is forgotten', () => {
    keepModeratorMark('g1', { moderatorName: 'Ada' });
    expect(moderatorMark('g1')).toMatchObject({ moderatorName: 'Ada' });
    expect(moderatorMark('g2')).toBeNull();
    forgetModeratorMark('g1');
    expect(moderatorMark('g1')).toBeNull();
  });

  it('remembers the seat of a player, whose secret remains when the name changes', () => {
    const { seatSecret } = keepPlayerMark('g1', { name: 'Maya' });
    expect(seatSecret).toMatch(/^[0-9a-f]{32}$/);
    keepPlayerMark('g1', { name: 'May', playerId: 'u1' });
    expect(playerMark('g1')).toMatchObject({ name: 'May', playerId: 'u1', seatSecret });
  });

  it('remembers the preferred name', () => {
    keepPreferredName('Maya');
    expect(preferredName()).toBe('Maya');
  });

  it('remembers fifty games of a kind, and forgets the oldest first', () => {
    const clock = jest.spyOn(Date, 'now');
    for (let game = 0; game < 53; game++) {
      clock.mockReturnValue(game);
      keepPlayerMark(`g${game}`, { name: 'Maya' });
    }
    clock.mockRestore();
    expect([playerMark('g2'), playerMark('g3')?.name, playerMark('g52')?.name]).toEqual([null, 'Maya', 'Maya']);
  });

  it('drops all keys with _completed in them once the home page was opened', () => {
    const ofTab = new Storage();
    useStorage(ofTab, 'sessionStorage');
    for (const key of ['game_g1_completed', '_completed', 'earworm.x_completed_y', 'earworm.device']) {
      storage.setItem(key, '1');
      ofTab.setItem(key, '1');
    }
    clearCompleted();
    expect([storage, ofTab].map((each) => Object.keys(each))).toEqual([['earworm.device'], ['earworm.device']]);
  });

  it('survives an unreadable mark', () => {
    storage.setItem('earworm.moderator.g1', '{broken');
    expect(moderatorMark('g1')).toBeNull();
  });
});

/** A private window of some browsers: the object is there, every use of it throws. */
class DeniedStorage {
  getItem(): string {
    throw new Error('denied');
  }
  setItem(): void {
    throw new Error('denied');
  }
  removeItem(): void {
    throw new Error('denied');
  }
}

it('the keys with _completed of a tab go also where the browser’s own storage is denied', () => {
  useStorage(Object.assign(new DeniedStorage(), { x_completed: '1' }));
  const ofTab = new Storage();
  useStorage(ofTab, 'sessionStorage');
  ofTab.setItem('x_completed', '1');
  clearCompleted();
  expect(Object.keys(ofTab)).toEqual([]);
});

describe('a browser without storage', () => {
  beforeEach(() => void useStorage(Object.assign(new DeniedStorage(), { x_completed: '1' })));
  afterEach(() => {
    for (const game of ['g1', 'g2']) forgetGame(game);
    forgetPreferredName();
  });

  it('remembers everything until the page is closed, and fails at nothing', () => {
    keepModeratorMark('g1', { moderatorName: 'Ada' });
    keepPreferredName('Maya');
    const { seatSecret } = keepPlayerMark('g2', { name: 'Maya', playerId: 'u1', gameCode: 'K7WQ4M' });
    clearCompleted();
    expect(moderatorMark('g1')).toMatchObject({ moderatorName: 'Ada' });
    expect(preferredName()).toBe('Maya');
    expect(playerMark('g2')).toMatchObject({ name: 'Maya', seatSecret });
    expect(storedGames(null).map(({ gameId }) => gameId)).toEqual(['g2']);
    forgetSeats();
    expect(playerMark('g2')).toBeNull();
  });

  it('reports that it stores nothing, also when it only ignores what is written', () => {
    expect(isStored()).toBe(false);
    useStorage({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
    expect(isStored()).toBe(false);
    useStorage(new Storage());
    expect(isStored()).toBe(true);
  });

  it('stores what it had in memory once it can', () => {
    keepPreferredName('Maya');
    const storage = new Storage();
    useStorage(storage);
    keepPreferredName('May');
    expect([preferredName(), storage.getItem('earworm.preferred-name')]).toEqual(['May', 'May']);
  });
});
