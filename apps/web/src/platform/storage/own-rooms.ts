import { read, write } from './local.js';

const KEY = 'own-rooms';

/** A link has brought this user into the crew of a room: the menu leads to their rooms. */
export const markOwnRooms = (userId: string): void => write(KEY, userId);

export const hasOwnRooms = (userId: string): boolean => read(KEY) === userId;
