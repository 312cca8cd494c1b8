import { type Route, type RouteName, ROUTES } from '@earworm/contracts';
import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { type NextFunction, type Request, type Response, Router } from 'express';
import { Api, type RouteInput } from './api.js';
import { FORWARDED } from './forwarded-routes.js';

type Forward = (call: Api['call'], input: RouteInput<RouteName>, request: Request) => Promise<never>;

/** Answers the routes of `FORWARDED`. */
@Injectable()
export class ForwardMiddleware implements NestMiddleware {
  readonly #router = Router();

  constructor(@Inject(Api) api: Api) {
    for (const [name, forward] of Object.entries(FORWARDED) as [RouteName, Forward][]) {
      const { method, path }: Route = ROUTES[name];
      this.#router[method === 'GET' ? 'get' : 'post'](path, async (request, response) => {
        response.json(await api.serve(name, request, (input) => forward(api.call, input, request)));
      });
    }
  }

  use(request: Request, response: Response, next: NextFunction): void {
    this.#router(request, response, next);
  }
}
