import { moveInLibrary, openGames, type RequestOf } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clips } from '../clips/clips.js';
import { moveUser, openGamesOf } from '../moves/move-user.js';

@Injectable()
export class MovesHandler {
  constructor(
    private readonly database: DataSource,
    private readonly clips: Clips,
  ) {}

  @Handles(openGames)
  async openGames({ userId }: RequestOf<typeof openGames>) {
    return { gameIds: await openGamesOf(this.database, userId) };
  }

  @Handles(moveInLibrary)
  move(move: RequestOf<typeof moveInLibrary>) {
    return moveUser(this.database, this.clips, move);
  }
}
