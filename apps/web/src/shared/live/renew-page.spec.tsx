import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ClientState } from '@earworm/client';
import { createMediaState } from '../media/media-port.js';
import { aCurrent, aState, aView } from '../../testing/views.js';
import { renewPage } from './renew-page.js';

let states: ClientState[] = [];
let reloads = 0;
const song = createMediaState();
let stop = () => undefined as void;
const start = () => {
  stop = renewPage({ states: () => states, reload: () => void reloads++, random: () => 0.5 });
};
/** An outdated page between two questions. */
const outdated = (more: Partial<ClientState> = {}): ClientState =>
  aState({ isOutdated: true, view: aView({ current: null }), ...more });

function dialog(): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('role', 'dialog');
  return element;
}

beforeEach(() => {
  jest.useFakeTimers();
  reloads = 0;
  start();
});
afterEach(() => {
  stop();
  sessionStorage.clear();
  document.body.replaceChildren();
  jest.useRealTimers();
});

describe('a page that is older than its server', () => {
  it('loads itself again once, at a random time within one and a half minutes', () => {
    states = [outdated()];
    jest.advanceTimersByTime(44_000);
    expect(reloads).toBe(0);
    jest.advanceTimersByTime(5_000);
    expect(reloads).toBe(1);
  });

  it('never loads itself again with the rules of its server', () => {
    states = [outdated({ isOutdated: false })];
    jest.advanceTimersByTime(600_000);
    expect(reloads).toBe(0);
  });

  it.each<[string, () => void, () => void]>([
    [
      'a question is open',
      () => (states = [outdated({ view: aView({ current: aCurrent() }) })]),
      () => (states = [outdated()]),
    ],
    [
      'a command is not answered',
      () => (states = [outdated({ pending: [{ id: 'c', command: { type: 'startGame' }, givenAt: 0 }] })]),
      () => (states = [outdated()]),
    ],
    [
      'the connection is lost',
      () => (states = [outdated({ connection: 'reconnecting' })]),
      () => (states = [outdated()]),
    ],
    [
      'a song is heard, as the chorus after a question',
      () => song.set({ status: 'playing' }),
      () => song.set({ status: 'ended' }),
    ],
    ['a dialog is open', () => document.body.append(dialog()), () => document.body.replaceChildren()],
    [
      'a field has the focus',
      () => {
        document.body.append(document.createElement('input'));
        document.querySelector('input')?.focus();
      },
      () => document.querySelector('input')?.blur(),
    ],
  ])('waits while %s', (_, begin, end) => {
    states = [outdated()];
    begin();
    jest.advanceTimersByTime(200_000);
    expect(reloads).toBe(0);
    end();
    jest.advanceTimersByTime(1_000);
    expect(reloads).toBe(1);
  });

  /** What is typed while the page is about to be renewed. */
  const typedField = () => {
    states = [outdated()];
    jest.advanceTimersByTime(40_000);
    const field = document.createElement('input');
    document.body.append(field);
    field.value = 'Eighties';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return field;
  };

  it('waits a minute for what was typed in a field that is left', () => {
    typedField();
    jest.advanceTimersByTime(59_000);
    expect(reloads).toBe(0);
    jest.advanceTimersByTime(2_000);
    expect(reloads).toBe(1);
  });

  it('waits no longer for a field once what was typed is sent', () => {
    const field = typedField();
    jest.advanceTimersByTime(10_000);
    expect(reloads).toBe(0);
    field.value = '';
    jest.advanceTimersByTime(1_000);
    expect(reloads).toBe(1);
  });

  it('loads itself again only every five minutes from an older gateway', () => {
    states = [outdated()];
    jest.advanceTimersByTime(60_000);
    stop();
    start();
    jest.advanceTimersByTime(200_000);
    expect(reloads).toBe(1);
    jest.advanceTimersByTime(200_000);
    expect(reloads).toBe(2);
  });
});
