import { type ReplyOf, type SignInEndpoints, signingKeys } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';

const ASK_WITHIN_MS = 500;

export interface SignInFacts {
  readonly external: boolean;
  readonly endpoints: SignInEndpoints | null;
}

/** The identity service's provider; cached once known. */
export class SignInProvider {
  #asked: Promise<SignInFacts> | null = null;
  #origin: string | null = null;

  constructor(private readonly bus: Pick<Bus, 'call'>) {}

  facts(): Promise<SignInFacts> {
    this.#asked ??= this.bus.call(signingKeys, {}, { timeoutMs: ASK_WITHIN_MS }).then(
      (reply) => this.#remember(reply),
      () => this.#forget({ external: false, endpoints: null }),
    );
    return this.#asked;
  }

  /** Origin of the token endpoint; null when own or unknown. */
  get origin(): string | null {
    return this.#origin;
  }

  #remember({ external = false, endpoints }: ReplyOf<typeof signingKeys>): SignInFacts {
    if (endpoints === undefined) return this.#forget({ external, endpoints: null });
    this.#origin = URL.canParse(endpoints.token) ? new URL(endpoints.token).origin : null;
    return { external, endpoints };
  }

  #forget(facts: SignInFacts): SignInFacts {
    this.#asked = null;
    return facts;
  }
}
