import {
  eraseAgain,
  erasedSubject,
  eraseGamesOfShow,
  gameRetention,
  listErasures,
  type RequestOf,
} from '@earworm/contracts';
import { BUS, CONFIG, Handles } from '@earworm/service-kit/bootstrap';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { eraseOn } from '../erasure/erase-games.js';
import { eraseLog } from '../erasure/erase-log.js';
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
}

/** Erases a game; answered by the owner of its shard. */
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
}
