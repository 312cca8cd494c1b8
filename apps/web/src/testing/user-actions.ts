import { afterEach, beforeEach, jest } from '@jest/globals';
import { act, configure, fireEvent, screen, within } from '@testing-library/react';
import { setImmediate } from 'node:timers/promises';
import type { ReactNode } from 'react';
import { clearMessages } from '../platform/notifications/messages.js';
import { useSession } from '../platform/session/session.js';
import { closeSignIn } from '../platform/session/sign-in-prompt.js';
import './lazy-chunks.js';
import { type PartOptions, renderPart } from './render.js';

configure({ defaultHidden: true });

type Name = string | RegExp;
/** Where to look: the whole page, or one dialog, row or section of it. */
export type Place = Pick<typeof screen, 'getByRole' | 'findByRole' | 'getByLabelText' | 'getByText'>;

/** When every test of a spec that imports this begins; from there on its clock is the spec's to move. */
export const NOW = Date.parse('2026-05-01T12:00:00Z');

beforeEach(() => void jest.useFakeTimers({ now: NOW }));
/** A connection to a game outlives its last screen by so long. */
const LINGER_MS = 3_000;

// Every test opens a new page: nothing that the one before kept in memory is left.
afterEach(async () => {
  act(() => {
    clearMessages();
    closeSignIn(false);
    useSession.setState({ signedOut: false, loading: false });
  });
  await pass(LINGER_MS);
  jest.useRealTimers();
});

/** Lets timers and what hangs on them run for so long, ms. */
export const pass = (ms = 0): Promise<void> =>
  act(async () => {
    await jest.advanceTimersByTimeAsync(ms);
    // A chunk that is already loaded still arrives in a separate turn of the event loop.
    await setImmediate();
  });

/** Later than the idle moment after the first paint, when messages and sign-in have loaded. */
const PAINTED_MS = 250;

/** Draws a part of the app inside the real providers, with what they fetch after the first paint. */
export async function draw(part: ReactNode, options?: PartOptions): Promise<void> {
  await renderPart(part, options);
  await pass(PAINTED_MS);
}

/** Does something to the page and lets what follows at once happen. */
const doing = (act_: () => void): Promise<void> =>
  act(async () => {
    act_();
    await jest.advanceTimersByTimeAsync(0);
  });

export const click = (element: Element): Promise<void> => doing(() => void fireEvent.click(element));

/** Presses the one button of that name. */
export const press = async (name: Name, place: Place = screen): Promise<void> =>
  click(await place.findByRole('button', { name }));

const fieldOf = (label: Name, place: Place): HTMLElement =>
  place.getByLabelText(label, { selector: 'input, textarea' });

/** Puts a text into the field of that label, in place of what stands there. */
export const fill = (label: Name, value: string, place: Place = screen): Promise<void> =>
  doing(() => void fireEvent.change(fieldOf(label, place), { target: { value } }));

/**
 * The options of an open select or menu. Without a layout Mantine takes the button for scrolled out of view and hides
 * the list.
 */
const hidden = true;

/** Opens a select and takes one of its options. */
export async function choose(label: Name, option: Name, place: Place = screen): Promise<void> {
  const box = place.getByRole('combobox', { name: label });
  await click(box);
  if (box.getAttribute('aria-expanded') !== 'true') throw new Error(`${label} did not open`);
  const list = document.getElementById(box.getAttribute('aria-controls') ?? '') ?? document.body;
  await click(within(list).getByRole('option', { name: option, hidden }));
}

/** Opens the menu of a button; what it offers. */
export async function openMenu(name: Name, place: Place = screen): Promise<{ item(name: Name): HTMLElement }> {
  await press(name, place);
  const menu = await screen.findByRole('menu', { hidden });
  return { item: (item) => within(menu).getByRole('menuitem', { name: item, hidden }) };
}

/** A key on the element that has the focus, or on another. */
export const key = (name: string, element: Element = document.activeElement ?? document.body, more = {}) =>
  doing(() => void fireEvent.keyDown(element, { key: name, code: name, ...more }));

/** Sends the form that this is a part of, as the enter key does. */
export const submit = (element: Element): Promise<void> => doing(() => void fireEvent.submit(element.closest('form')!));

export const dialog = async (name?: Name) =>
  within(await screen.findByRole('dialog', name === undefined ? {} : { name }));

export function valueOf(label: Name, place: Place = screen): string {
  const field = fieldOf(label, place);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '';
}
