import 'reflect-metadata';
import { Controller, Get } from '@nestjs/common';
import { clipPath, logoPath, type Route, ROUTES } from '@earworm/contracts';
import { describe, expect, it } from '@jest/globals';
import { GatewayModule, loadGatewayConfig } from '../gateway.module.js';
import { FORWARDED } from './forwarded-routes.js';
import { handled, checkRoutes } from './route-table.js';

const { controllers = [] } = GatewayModule.register({} as never, loadGatewayConfig({}));

const OPEN = [`GET ${clipPath(':clipId')}`, `GET ${logoPath(':showId', ':hash')}`];

describe('the controllers of the gateway', () => {
  it('handle every route of the table that is not forwarded once, and besides them only the built-in clips and logos', () => {
    const own = Object.entries<Route>(ROUTES).filter(([name]) => !(name in FORWARDED));
    const routes = own.map(([, { method, path }]) => `${method} ${path}`);
    expect(handled(controllers).toSorted()).toEqual([...routes, ...OPEN].toSorted());
  });

  it('fail to start with a handler at a path that is not in the table of routes', () => {
    @Controller()
    class Stray {
      @Get('/api/stray')
      answer() {}
    }
    expect(() => checkRoutes([...controllers, Stray], [])).toThrow('/api/stray');
  });

  it('fail to start with a route without an access rule', () => {
    const routes = { ...ROUTES, about: { ...ROUTES.about, access: undefined as never } };
    expect(() => checkRoutes(controllers, OPEN, routes)).toThrow('no access rule for GET /api/about');
  });

  it.each([0, -1, 0.5, NaN])('fail to start with a route whose price is %p', (price) => {
    const routes = { ...ROUTES, about: { ...ROUTES.about, price } };
    expect(() => checkRoutes(controllers, OPEN, routes)).toThrow(`the price of GET /api/about is ${price}`);
  });
});
