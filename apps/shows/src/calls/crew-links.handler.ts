import {
  askForCrewLink,
  createCrewLink,
  listCrewLinks,
  listMyRooms,
  lookAtCrewLink,
  moveInShows,
  type RequestOf,
  revokeCrewLink,
  useCrewLink,
} from '@earworm/contracts';
import { BUS, Handles } from '@earworm/service-kit/bootstrap';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MOVE_ADVANCED } from '../advances/advances.sql.js';
import { askForLink, moveLinks, revokeLink } from '../crew-links/changes.js';
import { createLink } from '../crew-links/create.js';
import { roomsOfMember } from '../crew-links/my-rooms.js';
import { listLinks, lookAtLink } from '../crew-links/read.js';
import { useLink } from '../crew-links/use.js';

@Injectable()
export class CrewLinksHandler {
  constructor(
    private readonly database: DataSource,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  @Handles(createCrewLink)
  create(request: RequestOf<typeof createCrewLink>) {
    return createLink(this.database, this.bus, request);
  }

  @Handles(listCrewLinks)
  list(request: RequestOf<typeof listCrewLinks>) {
    return listLinks(this.database, this.bus, request);
  }

  @Handles(revokeCrewLink)
  async revoke(request: RequestOf<typeof revokeCrewLink>) {
    await revokeLink(this.database, this.bus, request);
    return {};
  }

  @Handles(lookAtCrewLink)
  lookAt(request: RequestOf<typeof lookAtCrewLink>) {
    return lookAtLink(this.database, this.bus, request);
  }

  @Handles(askForCrewLink)
  async ask(request: RequestOf<typeof askForCrewLink>) {
    await askForLink(this.database, request);
    return {};
  }

  @Handles(useCrewLink)
  use(request: RequestOf<typeof useCrewLink>) {
    return useLink(this.database, this.bus, request);
  }

  @Handles(listMyRooms)
  myRooms({ userId }: RequestOf<typeof listMyRooms>) {
    return roomsOfMember(this.database, this.bus, userId);
  }

  @Handles(moveInShows)
  async move({ from, to }: RequestOf<typeof moveInShows>) {
    await moveLinks(this.database, from, to);
    await this.database.query(MOVE_ADVANCED, [from, to]);
    return {};
  }
}
