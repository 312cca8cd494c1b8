/**
 * Judges figures of a measuring that is done up to `tries` times: what else a machine does can only make them worse, so a
 * limit is broken when it is broken each time. Only the judgement is tried again; what the measuring itself throws stands.
 */
export async function atBest<T>(measure: () => Promise<T>, judge: (figures: T) => void, tries = 3): Promise<void> {
  for (let left = tries - 1; ; left--) {
    const figures = await measure();
    try {
      judge(figures);
      return;
    } catch (error) {
      if (left <= 0) throw error;
    }
  }
}
