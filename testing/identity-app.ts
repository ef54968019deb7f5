import { createFakeClock } from '#testing/fake-clock.ts'
import { type Answer, startTestApp, type TestApp } from '#testing/test-app.ts'
import { startTestIssuer, type TestIssuer } from '#testing/test-issuer.ts'

export type IdentityApp = AsyncDisposable & { app: TestApp; issuer: TestIssuer }

/** The product beside an identity provider that signs any claims. */
export async function startIdentityApp(): Promise<IdentityApp> {
  let app: TestApp | null = null
  const issuer = await startTestIssuer({ now: () => (app?.ctx ?? createFakeClock()).now() })
  const started = await startTestApp({
    config: { ...issuer.config, PUBLIC_ORIGIN: 'https://storedawn.example' },
  })
  app = started
  return {
    app: started,
    issuer,
    async [Symbol.asyncDispose]() {
      await started[Symbol.asyncDispose]()
      await issuer[Symbol.asyncDispose]()
    },
  }
}

export function createIdentityCalls(at: () => IdentityApp) {
  const start = () => at().app.anonymous({ method: 'POST', url: '/api/auth/identity/start' })
  const newNonce = async () =>
    new URL((await start()).json().authorizationUrl).searchParams.get('nonce') ?? ''
  const hand = (idToken: string, extra: object = {}): Promise<Answer> =>
    at().app.anonymous({
      method: 'POST',
      url: '/api/auth/google-signin',
      payload: { idToken, ...extra },
    })
  let people = 0
  return {
    start,
    newNonce,
    /** Submits an ID token, as the window does after the provider's answer. */
    hand,
    /** A user whom the provider has and we do not know yet. */
    somebody() {
      people += 1
      return { sub: `10000000000000000000${people}`, email: `person-${people}@mail.test` }
    },
    signIn: async (claims: object) =>
      hand(await at().issuer.sign({ nonce: await newNonce(), ...claims })),
    async audit() {
      const rows = await at()
        .app.ctx.db.selectFrom('audit_events')
        .select(['kind', 'detail'])
        .orderBy('at')
        .execute()
      return rows.map(({ kind, detail }) => ({ kind, reason: Object(detail).reason as unknown }))
    },
  }
}

export const refusal = (answer: Answer) => [answer.statusCode, answer.json().code]
export const REFUSED = [401, 'identity_refused']
