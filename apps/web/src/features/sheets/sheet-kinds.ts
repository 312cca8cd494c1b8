import type { Room } from '@earworm/contracts';
import type { CSSProperties } from 'react';

export type SheetKind = 'rooms' | 'crew' | 'list';
export type PerPage = 1 | 4;

/** A room whose game exists, and with it the code. */
export type ReadyRoom = Room & { readonly gameCode: string };

export const isReady = (room: Room): room is ReadyRoom => room.gameCode !== null;

/** In the order of the rooms, so many on each page; the last one may have fewer. */
export function pagesOf<Item>(items: readonly Item[], perPage: number): (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / perPage) }, (_, page) =>
    items.slice(page * perPage, (page + 1) * perPage),
  );
}

const NAME_SIZE = 1.9;
const SMALLEST_NAME = 1;
const NUMBER_SIZE = 7;
/** Letters of the longest word, and digits, that fit beside the QR code at a size of 1 em. */
const LETTERS = 22;

/** Five digits are as wide as three. */
export const numberSize = (number: number, most = NUMBER_SIZE): CSSProperties =>
  ({ '--number-size': Math.min(most, LETTERS / String(number).length) }) as CSSProperties;

/** A long word of a name gets smaller letters before it is broken. */
export function nameSize(name: string): CSSProperties {
  const longest = Math.max(...name.split(/[\s-]+/u).map(({ length }) => length));
  const size = Math.max(SMALLEST_NAME, Math.min(NAME_SIZE, LETTERS / longest));
  return { '--name-size': size } as CSSProperties;
}

export interface Wifi {
  readonly name: string;
  /** Empty: an open network. */
  readonly password: string;
}

const escaped = (text: string): string => text.replace(/[\\;,":]/g, String.raw`\$&`);

/** What phones read as a network to join (the format of ZXing, which Android and iOS know). */
export const wifiCode = ({ name, password }: Wifi): string =>
  password === '' ? `WIFI:T:nopass;S:${escaped(name)};;` : `WIFI:T:WPA;S:${escaped(name)};P:${escaped(password)};;`;
