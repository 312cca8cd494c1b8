import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** One row per game: the id of its log. Another log id means that the game's history was replaced. */
@Entity('game')
export class GameRow {
  @PrimaryColumn('text', { name: 'game_id' })
  gameId!: string;

  @Column('text', { name: 'log_id', default: () => 'gen_random_uuid()::text' })
  logId!: string;

  /** What the moderator's link to the stage carries; null until one is wanted. */
  @Column('text', { name: 'stage_key', nullable: true })
  stageKey!: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
