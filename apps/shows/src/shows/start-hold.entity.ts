import type { ShowId } from '@earworm/contracts';
import type { UserId } from '@earworm/rules';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Whether operators hold the starts of games that are created from now on: in a group, or in all rooms of the event. */
@Entity('start_hold')
export class StartHoldRow {
  @PrimaryColumn('uuid', { name: 'show_id' })
  showId!: ShowId;

  /** Empty: in all rooms whose group has no row. */
  @PrimaryColumn('text', { name: 'room_group' })
  group!: string;

  @Column('boolean', { name: 'is_held' })
  isHeld!: boolean;

  @Column('text', { name: 'changed_by' })
  changedBy!: UserId;
}
