import { type Route, ROUTES } from '@earworm/contracts';
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';

/** Method and path of each handler, as Nest's decorators have noted them. */
export function handled(controllers: readonly Type[]): string[] {
  return controllers.flatMap(({ prototype }) =>
    Object.values(Object.getOwnPropertyDescriptors(prototype as object)).flatMap(({ value }: PropertyDescriptor) => {
      const method: unknown = typeof value === 'function' ? Reflect.getMetadata(METHOD_METADATA, value) : undefined;
      return typeof method === 'number'
        ? [`${RequestMethod[method]} ${String(Reflect.getMetadata(PATH_METADATA, value as object))}`]
        : [];
    }),
  );
}

/** Throws where a handler is mounted at a path for which the table of routes does not say who may ask. */
export function requireAccess(
  controllers: readonly Type[],
  open: readonly string[],
  routes: Readonly<Record<string, Pick<Route, 'method' | 'path' | 'access'>>> = ROUTES,
): void {
  const ruled = Object.values(routes).filter(({ access }) => ['public', 'signed-in', 'admin'].includes(access));
  const known = new Set([...ruled.map(({ method, path }) => `${method} ${path}`), ...open]);
  const without = handled(controllers).filter((each) => !known.has(each));
  if (without.length > 0) throw new Error(`no access rule for ${without.join(', ')}`);
}
