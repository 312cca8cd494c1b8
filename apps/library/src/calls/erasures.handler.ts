import { eraseInLibrary, type RequestOf } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { OBJECTS, type ObjectStore } from '@earworm/service-kit/objects';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { eraseGames } from '../erasure/erase-games.js';

@Injectable()
export class ErasuresHandler {
  constructor(
    private readonly database: DataSource,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
  ) {}

  @Handles(eraseInLibrary)
  async erase({ gameIds }: RequestOf<typeof eraseInLibrary>) {
    await eraseGames(this.database, this.objects, gameIds);
    return {};
  }
}
