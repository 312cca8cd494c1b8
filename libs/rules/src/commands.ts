import { z } from 'zod';
import { announce, endAnnouncement } from './announcements.js';
import { giveDesk } from './crew/take-over.js';
import { inheritCrew } from './crew/inherit.js';
import { commandSchema, type CommandOf } from './definition.js';
import { createGame } from './lifecycle.js';
import { keepName } from './people/name-reports.js';
import { releaseSeat, reserveSeat } from './people/reserved-seats.js';
import { removePlayer, renamePlayer } from './people/removal.js';
import { noteArrival, sendPlayers } from './people/sent-players.js';
import { answerSeatRequest } from './people/seat-requests.js';
import { COMMANDS, SERVER_COMMANDS } from './slices.js';

export const CreateGame = commandSchema(createGame);
export type CreateGame = CommandOf<typeof createGame>;
export const InheritCrew = commandSchema(inheritCrew);
export type InheritCrew = CommandOf<typeof inheritCrew>;

export const Announce = commandSchema(announce);
export type Announce = CommandOf<typeof announce>;
export const EndAnnouncement = commandSchema(endAnnouncement);
export const GiveDesk = commandSchema(giveDesk);
export const RenamePlayer = commandSchema(renamePlayer);
export const KeepName = commandSchema(keepName);
export const RemovePlayer = commandSchema(removePlayer);
export const ReserveSeat = commandSchema(reserveSeat);
export const ReleaseSeat = commandSchema(releaseSeat);
export const SendPlayers = commandSchema(sendPlayers);
export const NoteArrival = commandSchema(noteArrival);
export const AnswerSeatRequest = commandSchema(answerSeatRequest);

type Definition = (typeof COMMANDS)[keyof typeof COMMANDS];
type Schemas = { [D in Definition as D['type']]: ReturnType<typeof commandSchema<D['type'], ReturnType<D['fields']>>> };
type Schema = Schemas[keyof Schemas];

/** A command that a client may send. */
export const Command = z.discriminatedUnion(
  'type',
  Object.values(COMMANDS).map(commandSchema) as [Schema, ...Schema[]],
);
export type Command = z.infer<typeof Command>;
export type CommandType = Command['type'];

/** A command that only the game service itself issues. */
export type ServerCommand = CommandOf<(typeof SERVER_COMMANDS)[keyof typeof SERVER_COMMANDS]>;
export type AnyCommand = Command | ServerCommand;
