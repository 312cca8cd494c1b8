/** Does the work for all of them, so many at a time. */
export async function eachOf<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all].reverse();
  const worker = async () => {
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) await work(next);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
