import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** One row per game: the id of its log. Another log id means that the game's history was replaced. */
@Entity('game')
export class GameRow {
  @PrimaryColumn('text', { name: 'game_id' })
  gameId!: string;

  @Column('text', { name: 'log_id', default: () => 'gen_random_uuid()::text' })
  logId!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
