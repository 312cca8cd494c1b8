import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far a follower has read the log of games. */
@Entity('checkpoint')
export class Checkpoint {
  @PrimaryColumn('text')
  follower!: string;

  @Column('text')
  tx!: string;

  @Column('text')
  position!: string;
}
