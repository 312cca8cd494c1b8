import { moveInLibrary, openGames } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import { allOf, type Bus, type CallHandler } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clips } from '../clips/clips.js';
import { moveUser, openGamesOf } from '../moves/move-user.js';

/** A guest has signed in to an account, or has become one. */
@Injectable()
export class MovesHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
    @Inject(Clips) private readonly clips: Clips,
  ) {}

  serve() {
    const { bus, database, clips } = this;
    return allOf(
      bus.serve(openGames, async ({ userId }) => ({ gameIds: await openGamesOf(database, userId) })),
      bus.serve(moveInLibrary, (move) => moveUser(database, clips, move)),
    );
  }
}
