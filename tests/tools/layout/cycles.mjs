/** The folder that two paths have in common, and what each continues with: a folder in it, or a file. */
function parting(from, to) {
  const [a, b] = [from.split('/'), to.split('/')];
  const depth = a.findIndex((part, index) => part !== b[index]);
  return { folder: a.slice(0, depth).join('/'), a: a[depth], b: b[depth] };
}

/** The shortest way from one entry to another. */
function pathBetween(edges, from, to) {
  const cameFrom = new Map([[from, null]]);
  const queue = [from];
  for (const at of queue) {
    for (const next of edges.get(at)?.keys() ?? []) {
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      queue.push(next);
    }
    if (!cameFrom.has(to)) continue;
    const path = [];
    for (let step = to; step !== null; step = cameFrom.get(step)) path.unshift(step);
    return path;
  }
  return null;
}

/** The same cycle begins with the same entry, wherever it was entered. */
function turned(cycle) {
  const first = cycle.indexOf(cycle.toSorted()[0]);
  return [...cycle.slice(first), ...cycle.slice(0, first)];
}

/**
 * Cycles between the entries (folders and files) of any one folder: the shortest one for each import that lies on a cycle.
 * `imports` are pairs of paths of one package; a cycle names its steps, each with the imports that make it.
 */
export function cyclesIn(imports) {
  const folders = new Map();
  for (const { from, to, line } of imports) {
    const { folder, a, b } = parting(from, to);
    if (!folders.has(folder)) folders.set(folder, new Map());
    const edges = folders.get(folder);
    if (!edges.has(a)) edges.set(a, new Map());
    if (!edges.get(a).has(b)) edges.get(a).set(b, []);
    edges.get(a).get(b).push({ from, to, line });
  }
  const cycles = new Map();
  for (const [folder, edges] of folders) {
    for (const [a, targets] of edges) {
      for (const b of targets.keys()) {
        const back = pathBetween(edges, b, a);
        if (back === null) continue;
        const entries = turned([a, ...back.slice(0, -1)]);
        const steps = entries.map((entry, index) => {
          const next = entries[(index + 1) % entries.length];
          return { from: entry, to: next, imports: edges.get(entry).get(next) };
        });
        cycles.set(`${folder}: ${entries.join(' → ')}`, { folder, entries, steps });
      }
    }
  }
  return [...cycles.values()].toSorted(
    (x, y) => x.folder.localeCompare(y.folder) || x.entries.length - y.entries.length,
  );
}
