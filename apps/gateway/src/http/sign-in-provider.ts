import { type ReplyOf, type SignInEndpoints, signingKeys } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';

/** Links to join wait for this answer, also while the identity service is down. */
const ASK_WITHIN_MS = 500;

export interface SignInFacts {
  /** People sign in on the pages of a provider that is not part of the product. */
  readonly external: boolean;
  /** Null while they are not known. */
  readonly endpoints: SignInEndpoints | null;
}

/** What the identity service says of its provider: asked until it is known, then remembered, as it is configuration. */
export class SignInProvider {
  #asked: Promise<SignInFacts> | null = null;
  #origin: string | null = null;

  constructor(private readonly bus: Pick<Bus, 'call'>) {}

  /** Never rejects. */
  facts(): Promise<SignInFacts> {
    this.#asked ??= this.bus.call(signingKeys, {}, { timeoutMs: ASK_WITHIN_MS }).then(
      (reply) => this.#remember(reply),
      () => this.#forget({ external: false, endpoints: null }),
    );
    return this.#asked;
  }

  /** Of another server that pages trade a code at; null: of none, or of none that is known yet. */
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
