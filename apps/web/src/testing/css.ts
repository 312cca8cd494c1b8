/** Stands for every style sheet: a class is called what its module calls it. */
export default new Proxy({}, { get: (_, name) => (typeof name === 'string' ? name : undefined) });
