import { decodeJwt } from 'jose'
import { createFakeClock } from '#testing/fake-clock.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { type Answer, startTestApp, type TestApp } from '#testing/test-app.ts'
import { startTestIssuer, type TestIssuer } from '#testing/test-issuer.ts'

type IdentityApp = AsyncDisposable & { app: TestApp; issuer: TestIssuer }

export async function startIdentityApp(config: object = {}): Promise<IdentityApp> {
  let app: TestApp | null = null
  const issuer = await startTestIssuer({ now: () => (app?.ctx ?? createFakeClock()).now() })
  const started = await startTestApp({
    config: { ...issuer.config, PUBLIC_ORIGIN: 'https://storedawn.example', ...config },
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

type BegunSignIn = { nonce: string; state: string; challenge: string; cookie: string }

export async function beginSignIn(send: TestApp['anonymous'], cookie = ''): Promise<BegunSignIn> {
  const headers = { cookie }
  const answer = await send({ method: 'POST', url: '/api/auth/identity/start', headers })
  const { searchParams } = new URL(answer.json().authorizationUrl)
  const [nonce = '', state = '', challenge = ''] = ['nonce', 'state', 'code_challenge'].map(
    (name) => searchParams.get(name) ?? '',
  )
  return { nonce, state, challenge, cookie: cookieIn(answer) }
}

/** The cookie that an answer sets, as the browser sends it back. */
export const cookieIn = (answer: Answer): string =>
  [answer.headers['set-cookie']].flat().at(-1)?.split(';')[0] ?? ''

/** Shared by the tests of a file, with the calls of people who sign in. */
export function useIdentityApp() {
  const at: IdentityApp = sharedByTests(startIdentityApp)
  /** One browser per sign-in, known by the nonce. */
  const cookies = new Map<unknown, string>()
  const begin = async () => {
    const begun = await beginSignIn(at.app.anonymous)
    cookies.set(begun.nonce, begun.cookie)
    return begun
  }
  const newNonce = async () => (await begin()).nonce
  const cookieFor = (idToken: string): string => {
    try {
      return cookies.get(decodeJwt(idToken)['nonce']) ?? ''
    } catch {
      return ''
    }
  }
  const hand = (
    idToken: string,
    extra: object = {},
    cookie = cookieFor(idToken),
  ): Promise<Answer> =>
    at.app.anonymous({
      method: 'POST',
      url: '/api/auth/google-signin',
      headers: { cookie },
      payload: { idToken, ...extra },
    })
  let people = 0
  return {
    at,
    begin,
    newNonce,
    hand,
    /** A user whom the provider has and we do not know yet. */
    somebody() {
      people += 1
      return { sub: `10000000000000000000${people}`, email: `person-${people}@mail.test` }
    },
    signIn: async (claims: object) =>
      hand(await at.issuer.sign({ nonce: await newNonce(), ...claims })),
    async audit() {
      const rows = await at.app.ctx.db
        .selectFrom('audit_events')
        .select(['kind', 'detail'])
        .orderBy('at')
        .execute()
      return rows.map(({ kind, detail }) => ({ kind, reason: Object(detail).reason as unknown }))
    },
  }
}

export const REFUSED = [401, 'identity_refused']
