import type { AnnouncementView, GameView } from '@earworm/rules';
import { useNow } from '../ui/use-now.js';

const NONE: readonly AnnouncementView[] = [];

/** Those that have not ended, the latest first. */
export function useAnnouncements(
  { announcements = NONE }: Pick<GameView, 'announcements'>,
  clockOffsetMs: number,
): readonly AnnouncementView[] {
  const now = useNow(clockOffsetMs, announcements.length > 0, 1_000);
  return announcements.filter(({ until }) => until > now).toReversed();
}
