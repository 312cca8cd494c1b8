import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One visit of somebody who is signed in. All times are the server's. */
@Entity('user_session')
@Index('user_session_start', ['startTime', 'userType', 'previousTime'])
@Index('user_session_user', ['userId', 'userType', 'startTime'])
export class UserSession {
  @PrimaryColumn('text', { name: 'session_id' })
  sessionId!: string;

  @Column('text', { name: 'user_id' })
  userId!: string;

  @Column('text', { name: 'user_name' })
  userName!: string;

  @Column('text', { name: 'user_type' })
  userType!: 'guest' | 'registered';

  @Column('timestamptz', { name: 'start_time' })
  startTime!: Date;

  @Column('timestamptz', { name: 'last_active' })
  lastActive!: Date;

  @Column('timestamptz', { name: 'end_time', nullable: true })
  endTime!: Date | null;

  @Column('text', { name: 'user_agent' })
  userAgent!: string;

  @Column('text')
  language!: string;

  /** When the same person began the visit before: people of a time are its visits without one before in it. */
  @Column('timestamptz', { name: 'previous_time', nullable: true })
  previousTime!: Date | null;
}
