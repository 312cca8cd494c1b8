import {
  actInRoom,
  actInRooms,
  beginRound,
  createRoomLink,
  createRoomLinks,
  listOutdatedRooms,
  listResults,
  listRooms,
  mailRoomLinks,
  namesOfStaff,
  prepareRooms,
  readBulkAct,
  readRounds,
  removeRoom,
  type RequestOf,
  retryRooms,
  revokeRoomLinks,
  roomStaffView,
  roomStageKey,
  roomTimeline,
  saveRooms,
  stopPreparing,
  updateRooms,
} from '@earworm/contracts';
import { BUS, Handles } from '@earworm/service-kit/bootstrap';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { askForBulkAct, readOne } from '../bulk-acts/bulk-acts.js';
import { BulkActsWorker } from '../bulk-acts/bulk-acts-worker.js';
import { listOutdated, update } from '../preparing/outdated-rooms.js';
import { begin as beginNext, readAll } from '../preparing/rounds.js';
import { RoomsWorker } from '../preparing/rooms-worker.js';
import { act } from '../rooms/act.js';
import { begin, remove, stop } from '../rooms/change.js';
import { list } from '../rooms/read.js';
import { mailLinks, revokeLinksOf } from '../crew-links/room-mails.js';
import { createLink, createLinks } from '../crew-links/room-links.js';
import { listRoomResults } from '../rooms/results.js';
import { save } from '../rooms/save.js';
import {
  namesOfStaff as readNamesOfStaff,
  readRoomStaffView,
  readRoomStageKey,
  readRoomTimeline,
} from '../rooms/watch.js';

/** Rooms of events. */
@Injectable()
export class RoomsHandler {
  constructor(
    private readonly database: DataSource,
    @Inject(BUS) private readonly bus: Bus,
    private readonly worker: RoomsWorker,
    private readonly bulkActs: BulkActsWorker,
  ) {}

  @Handles(saveRooms)
  async save(request: RequestOf<typeof saveRooms>) {
    const { placed, ...saved } = await save(this.database, request);
    if (placed) this.worker.wake();
    return saved;
  }

  @Handles(listRooms)
  list(request: RequestOf<typeof listRooms>) {
    return list(this.database, request);
  }

  @Handles(roomTimeline)
  timeline(request: RequestOf<typeof roomTimeline>) {
    return readRoomTimeline(this.database, this.bus, request);
  }

  /** The owner of the game has let the caller read its timeline. */
  @Handles(namesOfStaff)
  names(request: RequestOf<typeof namesOfStaff>) {
    return readNamesOfStaff(this.database.manager, request);
  }

  @Handles(roomStaffView)
  staffView(request: RequestOf<typeof roomStaffView>) {
    return readRoomStaffView(this.database, this.bus, request);
  }

  @Handles(roomStageKey)
  stageKey(request: RequestOf<typeof roomStageKey>) {
    return readRoomStageKey(this.database, this.bus, request);
  }

  @Handles(listResults)
  listResults(request: RequestOf<typeof listResults>) {
    return listRoomResults(this.database, this.bus, request);
  }

  @Handles(actInRoom)
  act(request: RequestOf<typeof actInRoom>) {
    return act(this.database, this.bus, request);
  }

  @Handles(actInRooms)
  async actInMany(request: RequestOf<typeof actInRooms>) {
    await askForBulkAct(this.database, request);
    this.bulkActs.wake();
    return {};
  }

  @Handles(readBulkAct)
  readBulkAct(request: RequestOf<typeof readBulkAct>) {
    return readOne(this.database, request);
  }

  @Handles(removeRoom)
  async remove(request: RequestOf<typeof removeRoom>) {
    await remove(this.database, request);
    return {};
  }

  @Handles(prepareRooms)
  async prepare(request: RequestOf<typeof prepareRooms>) {
    const progress = await begin(this.database, 'planned', request);
    this.worker.wake();
    return progress;
  }

  @Handles(retryRooms)
  async retry(request: RequestOf<typeof retryRooms>) {
    const progress = await begin(this.database, 'failed', request);
    this.worker.wake();
    return progress;
  }

  @Handles(stopPreparing)
  stop(request: RequestOf<typeof stopPreparing>) {
    return stop(this.database, request);
  }

  @Handles(mailRoomLinks)
  mailLinks(request: RequestOf<typeof mailRoomLinks>) {
    return mailLinks(this.database, this.bus, request);
  }

  @Handles(revokeRoomLinks)
  revokeLinks(request: RequestOf<typeof revokeRoomLinks>) {
    return revokeLinksOf(this.database, request);
  }

  @Handles(listOutdatedRooms)
  listOutdated(request: RequestOf<typeof listOutdatedRooms>) {
    return listOutdated(this.database, this.bus, request);
  }

  @Handles(updateRooms)
  async update(request: RequestOf<typeof updateRooms>) {
    const reply = await update(this.database, request);
    this.worker.wake();
    return reply;
  }

  @Handles(readRounds)
  readRounds(request: RequestOf<typeof readRounds>) {
    return readAll(this.database, this.bus, request);
  }

  @Handles(beginRound)
  beginRound(request: RequestOf<typeof beginRound>) {
    return beginNext(this.database, this.bus, request);
  }

  @Handles(createRoomLinks)
  createLinks(request: RequestOf<typeof createRoomLinks>) {
    return createLinks(this.database, request);
  }

  @Handles(createRoomLink)
  createLink(request: RequestOf<typeof createRoomLink>) {
    return createLink(this.database, this.bus, request);
  }
}
