import { randomUUID } from 'node:crypto';
import { starterQuiz } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import type { Bus, CallHandler } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { starterCategories } from '../starter/starter-quiz.js';

@Injectable()
export class StarterQuizHandler implements CallHandler {
  constructor(@Inject(BUS) private readonly bus: Bus) {}

  serve() {
    return this.bus.serve(starterQuiz, () => ({
      categories: starterQuiz.reply.shape.categories.parse(starterCategories(randomUUID)),
    }));
  }
}
