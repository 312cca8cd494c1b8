import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Jest loads its global set-up outside its own module system. These hooks let that code import our packages from
 * source as specs do, so that no test needs a build: the source condition, and `./x.js` standing for `./x.ts`.
 */
registerHooks({
  resolve(specifier, context, next) {
    const conditions = ['@earworm/source', ...(context.conditions ?? [])];
    if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts')) {
      const source = `${specifier.slice(0, -3)}.ts`;
      if (existsSync(fileURLToPath(new URL(source, context.parentURL))))
        return next(source, { ...context, conditions });
    }
    return next(specifier, { ...context, conditions });
  },
});
