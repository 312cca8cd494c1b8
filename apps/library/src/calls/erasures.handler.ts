import { eraseInLibrary, erasePersonInLibrary, exportFromLibrary, type RequestOf } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { OBJECTS, type ObjectStore } from '@earworm/service-kit/objects';
import { exportRows } from '@earworm/service-kit/postgres';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clips } from '../clips/clips.js';
import { eraseGames } from '../erasure/erase-games.js';
import { erasePerson } from '../erasure/erase-person.js';
import { EXPORT_OF_LIBRARY } from '../erasure/export.sql.js';

@Injectable()
export class ErasuresHandler {
  constructor(
    readonly database: DataSource,
    @Inject(OBJECTS) readonly objects: ObjectStore,
    readonly clips: Clips,
  ) {}

  @Handles(eraseInLibrary)
  async erase({ gameIds }: RequestOf<typeof eraseInLibrary>) {
    await eraseGames(this.database, this.objects, gameIds);
    return {};
  }
  @Handles(erasePersonInLibrary)
  erasePerson(request: RequestOf<typeof erasePersonInLibrary>) {
    return erasePerson(this, request);
  }
  @Handles(exportFromLibrary)
  async export(request: RequestOf<typeof exportFromLibrary>) {
    const page = await exportRows(this.database, EXPORT_OF_LIBRARY, request);
    if (request.after !== null) return page;
    const clips = (await this.clips.ownedBy(request.userId)).map((clipId) => ({ what: 'audioFiles', row: { clipId } }));
    return { ...page, rows: [...clips, ...page.rows] };
  }
}
