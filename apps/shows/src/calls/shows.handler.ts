import {
  createShow,
  decideShowNetworks,
  deleteShow,
  inviteStaff,
  joinStaff,
  listAllShows,
  listShowNetworks,
  listShows,
  raisedNetworks,
  readShow,
  removeStaff,
  type RequestOf,
  restoreShow,
  saveShow,
  setShowQuota,
  showBrand,
} from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import * as changes from '../shows/change.js';
import * as networks from '../shows/networks.js';
import * as reads from '../shows/read.js';
import * as staff from '../shows/staff.js';

/** Events and their staff. */
@Injectable()
export class ShowsHandler {
  constructor(private readonly database: DataSource) {}

  @Handles(createShow)
  create(request: RequestOf<typeof createShow>) {
    return changes.create(this.database, request);
  }

  @Handles(listShows)
  list(request: RequestOf<typeof listShows>) {
    return reads.list(this.database, request);
  }

  @Handles(listAllShows)
  listAll() {
    return reads.listAll(this.database);
  }

  @Handles(readShow)
  read(request: RequestOf<typeof readShow>) {
    return reads.read(this.database, request);
  }

  @Handles(showBrand)
  brand(request: RequestOf<typeof showBrand>) {
    return reads.brand(this.database, request);
  }

  @Handles(saveShow)
  save(request: RequestOf<typeof saveShow>) {
    return changes.save(this.database, request);
  }

  @Handles(deleteShow)
  async delete(request: RequestOf<typeof deleteShow>) {
    await changes.remove(this.database, request);
    return {};
  }

  @Handles(restoreShow)
  async restore(request: RequestOf<typeof restoreShow>) {
    await changes.restore(this.database, request);
    return {};
  }

  @Handles(setShowQuota)
  async setQuota(request: RequestOf<typeof setShowQuota>) {
    await changes.setQuota(this.database, request);
    return {};
  }

  @Handles(decideShowNetworks)
  async decideNetworks(request: RequestOf<typeof decideShowNetworks>) {
    await networks.decide(this.database, request);
    return {};
  }

  @Handles(listShowNetworks)
  listNetworks() {
    return networks.listNetworks(this.database);
  }

  @Handles(raisedNetworks)
  raisedNetworks() {
    return networks.raised(this.database);
  }

  @Handles(inviteStaff)
  invite(request: RequestOf<typeof inviteStaff>) {
    return staff.invite(this.database, request);
  }

  @Handles(joinStaff)
  join(request: RequestOf<typeof joinStaff>) {
    return staff.join(this.database, request);
  }

  @Handles(removeStaff)
  async remove(request: RequestOf<typeof removeStaff>) {
    await staff.remove(this.database, request);
    return {};
  }
}
