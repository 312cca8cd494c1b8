/**
 * Resolves as Jest does. Where Jest follows imports only to find the specs of a changed file, it names no conditions and
 * would end at our packages' builds: there it gets those of a spec.
 */
const CONDITIONS = ['@earworm/source', 'import', 'node', 'node-addons', 'default'];

export const sync = (path, options) =>
  options.defaultResolver(path, options.conditions ? options : { ...options, conditions: CONDITIONS });
