import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The move of a guest's data to an account. With equal ids the guest has become the account. */
@Entity('guest_move')
@Index('guest_move_account', ['accountId', 'createdAt'])
@Index('guest_move_due', ['dueAt'], { where: 'finished_at is null' })
export class GuestMove {
  @PrimaryColumn('text', { name: 'guest_id' })
  guestId!: string;

  @Column('text', { name: 'account_id' })
  accountId!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('text', { array: true, default: () => `'{}'` })
  done!: string[];

  /** Running games that were moved. */
  @Column('text', { array: true, default: () => `'{}'` })
  games!: string[];

  @Column('integer', { default: 0 })
  templates!: number;

  /** Completed games that were moved. */
  @Column('integer', { name: 'past_games', default: 0 })
  pastGames!: number;

  @Column('integer', { default: 0 })
  attempts!: number;

  /** Leased by being moved into the future. */
  @Column('timestamptz', { name: 'due_at', default: () => 'now()' })
  dueAt!: Date;

  /** Everything was moved once; repeated later for the guest's last requests. */
  @Column('timestamptz', { name: 'moved_at', nullable: true })
  movedAt!: Date | null;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt!: Date | null;
}
