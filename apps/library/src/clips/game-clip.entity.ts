import { Entity, PrimaryColumn } from 'typeorm';

/** A clip that a game was told to play. */
@Entity('game_clip')
export class GameClip {
  @PrimaryColumn('text', { name: 'clip_id' })
  clipId!: string;

  @PrimaryColumn('text', { name: 'game_id' })
  gameId!: string;
}
