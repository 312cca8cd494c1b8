import { afterEach, beforeEach, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { Command } from '@earworm/rules';
import { creates, GAME_ID, MODERATOR, START, type Step } from '@earworm/rules/testing';
import { setImmediate } from 'node:timers/promises';
import type { ReactNode } from 'react';
import { GamePage } from '../app/game-page.js';
import { SetupPage } from '../features/setup/setup-page.js';
import { StagePage } from '../features/stage/stage-page.js';
import { FakeAudio } from './fake-audio.js';
import { FakeYoutube } from './fake-youtube.js';
import { GameServer, TestSocket } from './game-server.js';
import { type PartOptions, renderPart, signInAs } from './render.js';
// Imported so that a page does not wait for its own chunk.
import '../features/buzzer/phone-music.js';
import '../features/desk/desk-page.js';
import '../platform/theme/kit.js';
import '../platform/notifications/messages.js';
import '../shared/late/late-work.js';
import '../features/feedback/feedback-modal.js';

/** A client stays connected this long after its last screen is gone. */
const LINGER_MS = 3_000;
const browsers = { WebSocket: globalThis.WebSocket };

export let server: GameServer;
export let youtube: FakeYoutube;
export let audio: FakeAudio;
let user: UserEvent;

beforeEach(() => {
  jest.useFakeTimers({ now: START });
  server = new GameServer();
  const ours = server;
  globalThis.WebSocket = class extends TestSocket {
    constructor() {
      super(ours);
    }
  } as unknown as typeof WebSocket;
  youtube = new FakeYoutube();
  audio = new FakeAudio();
  user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTimeAsync(ms).then(() => undefined) });
});

afterEach(async () => {
  cleanup();
  await advance(LINGER_MS);
  youtube.remove();
  audio.remove();
  globalThis.WebSocket = browsers.WebSocket;
  jest.useRealTimers();
});

/** Lets so much time pass, and what came of it be drawn. */
export const advance = (ms: number) =>
  act(async () => {
    await jest.advanceTimersByTimeAsync(ms);
    // A chunk that is already loaded still arrives in a separate turn of the event loop.
    await setImmediate();
  });
/** Lets time pass until this holds, for at most 10 s: a page that was cut off comes back after random pauses of up to 8 s. */
export async function advanceUntil(holds: () => boolean): Promise<void> {
  for (let passed = 0; !holds() && passed < 10_000; passed += 100) await advance(100);
}
/** Waits for a dialog that is fetched when it is opened: that takes turns of the event loop, and no time of its clock. */
export async function dialogOpens(name: string): Promise<void> {
  for (let turn = 0; turn < 1_000 && screen.queryByRole('dialog', { name }) === null; turn++) await advance(1);
  screen.getByRole('dialog', { name });
}

/** As often as one thing still leads to another at once: a frame to a drawing, that to a timer of no time, that to a frame. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await advance(1);
}

/** What happened in the game before the page was opened; the time of each step passes. Begins with `creates()`. */
export async function given(...story: readonly Step[]): Promise<void> {
  const isWhole = story[0]?.command.type === 'createGame';
  for (const step of isWhole ? story : [creates(), ...story]) {
    await jest.advanceTimersByTimeAsync(step.after);
    server.play(step);
  }
}

/** What happens in the game while pages look at it. */
export async function happens(...story: readonly Step[]): Promise<void> {
  for (const step of story) {
    await advance(step.after);
    server.play(step);
    await settle();
  }
}

/** Does something to the server, and lets the page take it in. */
export async function meanwhile(change: (of: GameServer) => void): Promise<void> {
  act(() => change(server));
  await settle();
}

type Language = PartOptions['language'];

export const openDesk = (language?: Language) => open(MODERATOR, <GamePage />, 'game', language);
export const openBuzzer = (who: string, language?: Language) => open(who, <GamePage />, 'game', language);
export const openSetup = (language?: Language) => open(MODERATOR, <SetupPage />, 'setup', language);
/** `hash`: of the address, as a link to the stage has one. */
export const openStage = (language?: Language, hash = '') => open(MODERATOR, <StagePage />, 'stage', language, hash);

async function open(who: string, page: ReactNode, place: string, language: Language = 'en', hash = ''): Promise<void> {
  signInAs({ id: who, name: who });
  await renderPart(page, { at: `/${place}/${GAME_ID}${hash}`, path: `/${place}/:gameId`, language });
  // The first screen is painted, and what comes after it is fetched.
  await advance(300);
  await settle();
}

export async function click(element: Element): Promise<void> {
  await user.click(element);
  await settle();
}
/** As a person on a keyboard; names of keys as user-event has them. */
export async function keys(text: string): Promise<void> {
  await user.keyboard(text);
  await settle();
}
/** A finger or a mouse button that comes down and is not lifted. */
export async function touch(element: Element): Promise<void> {
  await user.pointer({ keys: '[MouseLeft>]', target: element });
  await settle();
}
export async function type(field: Element, text: string): Promise<void> {
  await user.clear(field);
  await user.type(field, text);
  await settle();
}

/** The commands of one kind that pages have sent. */
export const sent = <T extends Command['type']>(type: T) =>
  server.commands.filter((command): command is Extract<Command, { type: T }> => command.type === type);

/** The text of an element without what only screen readers read. */
export function shownText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('.sr-only')) hidden.remove();
  return copy.textContent ?? '';
}
