import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What a guest has on its way to an account, and how far it is. With both ids the same the guest has become the account. */
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

  /** Steps that are behind it. */
  @Column('text', { array: true, default: () => `'{}'` })
  done!: string[];

  /** Games that were not over, as far as they were moved. */
  @Column('text', { array: true, default: () => `'{}'` })
  games!: string[];

  @Column('integer', { default: 0 })
  templates!: number;

  /** Games that were over. */
  @Column('integer', { name: 'past_games', default: 0 })
  pastGames!: number;

  /** That failed, since the last step that did not. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** When a process is to go on with it. That process moves it on first, so that another one goes on if it ends. */
  @Column('timestamptz', { name: 'due_at', default: () => 'now()' })
  dueAt!: Date;

  /** Everything was moved once. It is done again later: the guest's last requests may have come after a step. */
  @Column('timestamptz', { name: 'moved_at', nullable: true })
  movedAt!: Date | null;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt!: Date | null;
}
