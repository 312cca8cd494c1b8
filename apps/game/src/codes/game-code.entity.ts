import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A code and the game it was reserved for; one code per game, for ever. */
@Entity('code')
export class GameCodeRow {
  @PrimaryColumn('text')
  code!: string;

  @Column('text', { name: 'game_id', unique: true })
  gameId!: string;

  @CreateDateColumn({ name: 'reserved_at', type: 'timestamptz' })
  reservedAt!: Date;
}
