import { createGameClient, type GameClient, newId } from '@earworm/client';
import {
  type CategoryDraft,
  CategoryId,
  type ClipId,
  type Command,
  type CurrentView,
  type GameView,
  QuestionId,
  type Settings,
} from '@earworm/rules';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { socketUrl } from '../../load/sockets.js';
import { type Member, newGuest } from './members.js';

interface QuestionFixture {
  readonly answer: string;
  readonly link?: string;
  /** Instead of a link: what `uploadClip` gave. */
  readonly clip?: ClipId;
  readonly song?: string;
  /** Default: 100, 200, … in their order. */
  readonly points?: number;
}
/** Categories by name. */
export type Board = Readonly<Record<string, readonly QuestionFixture[]>>;

const BOARD: Board = {
  Eighties: [
    { answer: 'Alpha Song', song: 'Alpha', link: 'https://youtu.be/aaaaaaaaaa1' },
    { answer: 'Beta Song', link: 'https://youtu.be/bbbbbbbbbb2' },
  ],
  Films: [
    { answer: 'Gamma Song', link: 'https://youtu.be/cccccccccc3' },
    { answer: 'Delta Song', link: 'https://youtu.be/dddddddddd4' },
  ],
};

export interface GameOptions {
  /** The moderator's name; default Ruth. */
  readonly moderator?: string;
  /** Who moderates; default a new guest. */
  readonly moderatedBy?: Member;
  /** Players' names, seated in this order; each a new guest. Default: none. */
  readonly players?: readonly string[];
  /** Default: two categories with two questions each. `starter`: the quiz with sound that comes with the product. */
  readonly board?: Board | 'starter';
  readonly settings?: Partial<Settings>;
  /** Default true. */
  readonly started?: boolean;
}

export interface Seat {
  readonly name: string;
  readonly member: Member;
  /** What the web app keeps in a browser's local storage for this seat. */
  readonly marks: Record<string, string>;
  client: GameClient | null;
}

type Tile = { readonly categoryId: CategoryId; readonly questionId: QuestionId };

/** A game that was made, joined and started over the product's own HTTP and sockets, without a browser. */
export class PreparedGame {
  readonly #players = new Map<string, Seat>();

  private constructor(
    readonly gameId: string,
    readonly code: string,
    readonly moderator: Seat,
  ) {}

  static async create(serverUrl: string, options: GameOptions = {}): Promise<PreparedGame> {
    const { moderator: moderatorName = 'Ruth', board = BOARD, players = [], started = true, settings } = options;
    const member = options.moderatedBy ?? (await newGuest(serverUrl));
    const { gameId, gameCode } = await member.http.call('createGame', {
      body: {
        requestId: newId(),
        moderatorName,
        ...(board === 'starter' ? { quiz: 'starter' } : { quiz: 'empty', categories: draftsOf(board) }),
      },
    });
    const marks = { [`earworm.moderator.${gameId}`]: stored({ moderatorName }) };
    const game = new PreparedGame(gameId, gameCode, { name: moderatorName, member, marks, client: null });
    if (settings) await game.command({ type: 'changeSettings', settings });
    for (const name of players) await game.join(name);
    if (started) await game.start();
    return game;
  }

  /** A player's seat. */
  seat(name: string): Seat {
    const seat = this.#players.get(name);
    if (!seat) throw new Error(`${name} is no player of this game`);
    return seat;
  }

  /** One more player. */
  async join(name: string, by?: Member): Promise<Seat> {
    const member = by ?? (await newGuest(this.moderator.member.serverUrl));
    const seatSecret = newId().padEnd(32, '0');
    const marks = { [`earworm.player.${this.gameId}`]: stored({ name, seatSecret, playerId: member.userId }) };
    const seat: Seat = { name, member, marks, client: null };
    await this.#send(seat, 'player', { type: 'joinGame', name, seatSecret });
    this.#players.set(name, seat);
    return seat;
  }

  /** The player leaves for good, until they join again. */
  leave(name: string): Promise<void> {
    return this.#send(this.seat(name), 'player', { type: 'leaveGame' });
  }

  /** What the moderator may see of the game now. */
  async view(): Promise<GameView> {
    const client = await this.#online(this.moderator, 'moderator');
    return eventually(() => {
      if (!client.state.view) throw new Error('the moderator was not shown the game');
      return client.state.view;
    });
  }

  /** By the moderator. */
  command(command: Command): Promise<void> {
    return this.#send(this.moderator, 'moderator', command);
  }

  start = () => this.command({ type: 'startGame' });
  end = () => this.command({ type: 'completeGame' });

  /** `Eighties for 100`; default the first open question. */
  async pick(tile?: string): Promise<void> {
    await this.command({ type: 'selectQuestion', ...(await this.#tile(tile)) });
  }

  async buzz(name: string): Promise<void> {
    const { questionId } = await this.#current(this.seat(name), 'player');
    await this.#send(this.seat(name), 'player', { type: 'buzz', questionId });
  }

  /** The first in the queue, once the moderator sees a buzz. */
  async judge(correct: boolean): Promise<void> {
    const { questionId, queue } = await eventually(async () => {
      const current = await this.current();
      if (current.queue.length === 0) throw new Error('the queue is empty');
      return current;
    });
    await this.command({ type: 'judgeAnswer', questionId, playerId: queue[0]!.playerId, correct });
  }

  async markUnanswered(): Promise<void> {
    const { questionId } = await this.current();
    await this.command({ type: 'markUnanswered', questionId });
  }

  /** The open question as the moderator sees it. */
  current(): Promise<CurrentView> {
    return this.#current(this.moderator, 'moderator');
  }

  /** Reports the song's length and position as a desk that plays it does. */
  async noteSong(song: { readonly lengthMs: number; readonly heardMs: number }): Promise<void> {
    const { questionId } = await this.current();
    await this.command({ type: 'noteSong', questionId, ...song });
  }

  /** Disconnects a seat's own client, before a browser takes its place; all of them by default. */
  disconnect(...seats: readonly Seat[]): void {
    for (const seat of seats.length > 0 ? seats : [this.moderator, ...this.#players.values()]) {
      seat.client?.close();
      seat.client = null;
    }
  }

  async #send(seat: Seat, as: 'player' | 'moderator', command: Command): Promise<void> {
    const client = await this.#online(seat, as);
    const answer = await client.send(command);
    if (!answer.ok) throw new Error(`${seat.name}'s ${command.type} was refused: ${answer.code}`);
    await eventually(() => {
      if (client.state.version < answer.version) throw new Error(`${seat.name} was not shown the ${command.type}`);
    });
  }

  async #online(seat: Seat, as: 'player' | 'moderator'): Promise<GameClient> {
    const { serverUrl, tokens } = seat.member;
    seat.client ??= createGameClient({
      url: socketUrl(serverUrl),
      gameId: this.gameId,
      as,
      token: () => Promise.resolve(tokens.access_token),
    });
    const { client } = seat;
    await eventually(() => {
      if (client.state.connection !== 'online') throw new Error(`${seat.name} is ${client.state.connection}`);
    });
    return client;
  }

  async #current(seat: Seat, as: 'player' | 'moderator'): Promise<CurrentView> {
    const client = await this.#online(seat, as);
    return eventually(() => {
      const current = client.state.view?.current;
      if (!current) throw new Error('no question is open');
      return current;
    });
  }

  async #tile(tile: string | undefined): Promise<Tile> {
    const { view } = (await this.#online(this.moderator, 'moderator')).state;
    for (const { id: categoryId, name, questions } of view?.categories ?? []) {
      for (const { id: questionId, points, answered } of questions) {
        if (!answered && (tile === undefined || tile === `${name} for ${points}`)) return { categoryId, questionId };
      }
    }
    throw new Error(`there is no open question ${tile ?? ''}`);
  }
}

const stored = (mark: object) => JSON.stringify({ ...mark, keptAt: Date.now() });

const draftsOf = (board: Board): CategoryDraft[] =>
  Object.entries(board).map(([name, questions]) => ({
    categoryId: CategoryId.parse(newId()),
    name,
    questions: questions.map(({ answer, link, clip, song = '', points }, index) => ({
      questionId: QuestionId.parse(newId()),
      ...(clip === undefined
        ? { youtubeLink: link ?? 'https://youtu.be/dQw4w9WgXcQ' }
        : { youtubeLink: '', clipId: clip }),
      youtubeSongName: song,
      answer,
      points: points ?? (index + 1) * 100,
    })),
  }));
