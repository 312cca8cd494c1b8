import { lazy } from 'react';

type Screens = typeof import('./seat-screens.js');

/** Few players ever see one of these. */
const screen = <Name extends keyof Screens>(name: Name) =>
  lazy<Screens[Name]>(async () => ({ default: (await import('./seat-screens.js'))[name] }));

export const DeskOffered = screen('DeskOffered');
export const Removed = screen('Removed');
export const SeatDelay = screen('SeatDelay');
export const SeatLost = screen('SeatLost');
export const SeatRequestPending = screen('SeatRequestPending');
