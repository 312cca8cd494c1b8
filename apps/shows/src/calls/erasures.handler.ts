import { eraseInShows, erasePersonInShows, existingShows, exportFromShows, type RequestOf } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { exportRows } from '@earworm/service-kit/postgres';
import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { DELETE_OF_GAMES } from '../crew-links/crew-links.sql.js';
import { END_ERASED } from '../rooms/rooms.sql.js';
import { erasePerson } from '../erasure/erase-person.js';
import { EXPORT_OF_SHOWS } from '../erasure/export.sql.js';
import { ShowRow } from '../shows/show.entity.js';

@Injectable()
export class ErasuresHandler {
  constructor(private readonly database: DataSource) {}

  @Handles(eraseInShows)
  async erase({ gameIds }: RequestOf<typeof eraseInShows>) {
    for (const statement of [DELETE_OF_GAMES, END_ERASED]) await this.database.query(statement, [gameIds]);
    return {};
  }

  @Handles(erasePersonInShows)
  async erasePerson(request: RequestOf<typeof erasePersonInShows>) {
    await erasePerson(this.database, request);
    return {};
  }

  @Handles(existingShows)
  async existing({ showIds }: RequestOf<typeof existingShows>) {
    const shows = await this.database.manager.find(ShowRow, {
      select: { showId: true },
      where: { showId: In(showIds) },
    });
    return { showIds: shows.map(({ showId }) => showId) };
  }
  @Handles(exportFromShows)
  export(request: RequestOf<typeof exportFromShows>) {
    return exportRows(this.database, EXPORT_OF_SHOWS, request);
  }
}
