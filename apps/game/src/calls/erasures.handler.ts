import {
  eraseAgain,
  erasedSubject,
  eraseGamesOfShow,
  erasePersonInGame,
  exportFromGame,
  gameRetention,
  gamesOfPerson,
  listErasures,
  type RequestOf,
} from '@earworm/contracts';
import { BUS, CONFIG, Handles } from '@earworm/service-kit/bootstrap';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { eraseOn } from '../erasure/erase-games.js';
import { eraseLog } from '../erasure/erase-log.js';
import * as person from '../erasure/erase-person.js';
import { exportPerson } from '../erasure/export-person.js';
import { noteAgain, noteGamesOfShow, readErasures } from '../erasure/erasures.js';
import type { GameConfig } from '../game.config.js';
import { Owner } from '../shards/owner.js';

/** Notes and lists games that are to be erased; answered by any replica. */
@Injectable()
export class ErasuresHandler {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Pick<GameConfig, 'GAME_KEEP_DAYS'>,
  ) {}

  @Handles(listErasures)
  async list() {
    return { keepDays: this.config.GAME_KEEP_DAYS, ...(await readErasures(this.database)) };
  }

  @Handles(gameRetention)
  retention() {
    return { gameDays: this.config.GAME_KEEP_DAYS };
  }

  @Handles(eraseGamesOfShow)
  async ofShow({ showId }: RequestOf<typeof eraseGamesOfShow>) {
    return { games: await noteGamesOfShow(this.database, showId) };
  }

  @Handles(eraseAgain)
  async again({ gameIds }: RequestOf<typeof eraseAgain>) {
    await noteAgain(this.database, gameIds);
    return {};
  }

  @Handles(gamesOfPerson)
  gamesOfPerson({ after, ...who }: RequestOf<typeof gamesOfPerson>) {
    return person.gamesOfPerson(this.database, who, after);
  }

  @Handles(exportFromGame)
  export({ userId, after }: RequestOf<typeof exportFromGame>) {
    return exportPerson(this.database, userId, after ?? '');
  }
}

/** Erases a game, or a person in it; answered by the owner of its shard. */
@Injectable()
export class EraseHandler {
  constructor(
    private readonly owner: Owner,
    private readonly database: DataSource,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  @Handles(eraseOn)
  async erase({ gameId }: RequestOf<typeof eraseOn>) {
    const isOwned = await this.owner.erase(gameId, () => eraseLog(this.database, gameId));
    if (!isOwned) return undefined;
    this.bus.publish(erasedSubject(gameId), new Uint8Array());
    return {};
  }

  @Handles(erasePersonInGame)
  async erasePerson(request: RequestOf<typeof erasePersonInGame>) {
    const { gameId } = request;
    if (!this.owner.isOwned(gameId)) return undefined;
    const { isOwner, ...done } = await person.partInGame(this.database, gameId, request);
    if (isOwner) {
      await person.noteOfPerson(this.database, gameId);
      return done;
    }
    const isOwned = await this.owner.rewrite(gameId, () => person.rewriteLog(this.database, request));
    return isOwned ? done : undefined;
  }
}
