import type { Room } from '@earworm/contracts';

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

export interface Wifi {
  readonly name: string;
  /** Empty: an open network. */
  readonly password: string;
}

const escaped = (text: string): string => text.replace(/[\\;,":]/g, String.raw`\$&`);

/** What phones read as a network to join (the format of ZXing, which Android and iOS know). */
export const wifiCode = ({ name, password }: Wifi): string =>
  password === '' ? `WIFI:T:nopass;S:${escaped(name)};;` : `WIFI:T:WPA;S:${escaped(name)};P:${escaped(password)};;`;
