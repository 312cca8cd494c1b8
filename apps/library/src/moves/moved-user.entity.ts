import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user whose things are another's from then on: a guest who has signed in to an account. */
@Entity('moved_user')
export class MovedUser {
  @PrimaryColumn('text', { name: 'from_id' })
  fromId!: string;

  @Column('text', { name: 'to_id' })
  toId!: string;

  @Column('timestamptz', { name: 'moved_at', default: () => 'now()' })
  movedAt!: Date;

  /** How many there were, for the answer to the same request again. */
  @Column('integer', { default: 0 })
  templates!: number;

  @Column('integer', { default: 0 })
  games!: number;
}
