import type { Benchmark } from '../benchmark.js';
import { runProgram, type Times } from '../programs.js';

interface BigRoom {
  readonly sockets: number;
  readonly seatedWithinMs: number;
  readonly backMs: number;
  readonly isBack: boolean;
  readonly resumes: number;
  readonly room: Times & { readonly unseen: number; readonly stuck: number };
  readonly others: Record<'calm' | 'joining' | 'playing' | 'reconnecting' | 'after', Times>;
  readonly unseen: number;
  readonly stuck: number;
}

export const benchmark: Benchmark = {
  name: 'big-room',
  what: 'How long buzzes of small games take while one game of 700 people joins, plays and reconnects.',
  run: async () => {
    const options = ['--players', '699', '--others', '10', '--rate', '100'];
    const result = await runProgram<BigRoom>('big-room', options);
    const { sockets, seatedWithinMs, backMs, isBack, resumes, room, others } = result;
    if (!isBack || resumes !== sockets || room.unseen + room.stuck + result.unseen + result.stuck > 0)
      throw new Error(`not every client resumed and received everything: ${JSON.stringify(result)}`);
    const { calm, joining, playing, reconnecting, after } = others;
    const calmP50Ms = Math.max(calm.p50, after.p50);
    const parts = {
      p50Ratio: Math.max(joining.p50, playing.p50, reconnecting.p50) / (100 + calmP50Ms),
      // No game waits until all players have joined, or for the large game.
      joiningP99Ratio: joining.p99 / (seatedWithinMs / 2),
      playingP99Ratio: playing.p99 / room.p99,
      reconnectingP99Ratio: reconnecting.p99 / backMs,
    };
    return {
      ratio: Math.max(...Object.values(parts)),
      target: 1,
      reference:
        'the worst of: median within 100 ms + calm; p99 within half the time of joining, the large game’s p99, the time of reconnecting',
      figures: {
        ...parts,
        ...{ sockets, seatedWithinMs, backMs, calmP50Ms, roomP50Ms: room.p50, roomP99Ms: room.p99 },
        ...{ joiningP50Ms: joining.p50, playingP50Ms: playing.p50, reconnectingP50Ms: reconnecting.p50 },
      },
    };
  },
};
