export const socketUrl = (serverUrl: string) => `${serverUrl.replace(/^http/, 'ws')}/ws`;

/** Runs `work` for every item, `atOnce` at a time, and gives the results in order. */
export async function inParallel<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < items.length; i = next++) results[i] = await work(items[i]!);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane));
  return results;
}
