import type { AnyEndpoint } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { type Location, MemoryRouter, Route, Routes } from 'react-router'
import type { Language } from '#i18n/languages.ts'
import { LOCALES_FOLDER, readEveryLocale } from '#i18n/read-locale.ts'
import { apiError } from '#testing/api-error.ts'
import { createQueryClient } from '#web/api/query.ts'
import { ServicesProvider } from '#web/lib/app/services.ts'
import { createI18n } from '#web/lib/i18n/load-texts.ts'
import type { Session, SessionStore } from '#web/lib/session/session-store.ts'
import { SessionProvider } from '#web/lib/session/session.tsx'

/** What a call has answered, by the key of its query; an `Error` for one that failed. */
export type GivenAnswer = { queryKey: QueryKey; answer: unknown }

export const given = ({ name }: AnyEndpoint, answer: unknown, input: object = {}): GivenAnswer => ({
  queryKey: [name, input],
  answer,
})

/** The texts of a screen, with a bar in place of each tag. */
export const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '|')
/** The texts of a screen, one space apart. */
export const plain = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
/** What the first group of a pattern has found, each time. */
export const all = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, found]) => found)
export const hrefs = (html: string) =>
  all(html, /href="([^"]+)"/g).map((to) => to?.replaceAll('&amp;', '&'))

type Options = {
  /** The route's pattern, and the address that is open, with its history state. */
  route?: string
  address?: string | Partial<Location>
  /** `nameless`: a Pro who gave no name. */
  visitor?: 'pro' | 'nameless' | 'guest' | 'anonymous' | 'checking'
  language?: Language
  answers?: readonly GivenAnswer[]
  isOnline?: boolean
}

export function renderScreen(
  screen: ReactNode,
  {
    route = '*',
    address = '/',
    visitor = 'pro',
    language = 'en',
    answers = [],
    isOnline = true,
  }: Options = {},
): string {
  const i18n = i18nIn(language)
  const queryClient = clientWith(answers)
  const services = {
    i18n,
    htmlLanguage: language,
    queryClient,
    readTexts: async () => ({}),
    isServer: true,
  }
  if (!isOnline) disconnect(queryClient)
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <ServicesProvider value={services}>
          <SessionProvider value={sessionOf(visitor)}>
            <MemoryRouter initialEntries={[address]}>
              <Routes>
                <Route path={route} element={screen} />
              </Routes>
            </MemoryRouter>
          </SessionProvider>
        </ServicesProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  )
}

/** What a hook returns on a screen whose calls this client sends. */
export function renderHook<Value>(
  useValue: () => Value,
  client: QueryClient,
  options?: Options,
): Value {
  const values: Value[] = []
  function Probe() {
    values.push(useValue())
    return null
  }
  renderScreen(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
    options,
  )
  const [value] = values
  if (value === undefined) throw new Error('the hook returned nothing')
  return value
}

/** Every query without an answer has failed because there is no connection. */
function disconnect(client: QueryClient): void {
  const error = apiError('network', 0)
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'added') query.setState({ status: 'error', error, fetchStatus: 'idle' })
  })
}

function clientWith(answers: readonly GivenAnswer[]) {
  const client = createQueryClient(() => new Promise(() => undefined))
  client.setDefaultOptions({
    queries: { ...client.getDefaultOptions().queries, retryOnMount: false },
  })
  for (const { queryKey, answer } of answers) {
    if (answer instanceof Error) {
      const query = client.getQueryCache().build(client, { queryKey })
      query.setState({ status: 'error', error: answer, fetchStatus: 'idle' })
    } else client.setQueryData(queryKey, answer)
  }
  return client
}

/** With all texts of the product. */
export const i18nIn = (language: Language) =>
  createI18n(language, { [language]: textsIn(language) })

const textsIn = readEveryLocale((language) => {
  const folder = path.join(LOCALES_FOLDER, language)
  return Object.fromEntries(
    readdirSync(folder).map((file) => [
      path.basename(file, '.json'),
      JSON.parse(readFileSync(path.join(folder, file), 'utf8')),
    ]),
  )
})

function sessionOf(visitor: NonNullable<Options['visitor']>): SessionStore {
  const session = sessions[visitor]
  const nothing = async () => undefined
  return {
    current: () => session,
    // What the server's HTML begins with; a static rendering reads no other.
    initial: session,
    token: () => null,
    subscribe: () => () => undefined,
    check: nothing,
    signIn: nothing,
    signOut: async () => true,
    drop: () => false,
  }
}

const NAMES = { firstName: 'Mira', lastName: 'Aldern', name: 'Mira Aldern' }
export const member = (role: string, planName: string, names = NAMES): Session => ({
  status: 'signed-in',
  user: {
    id: '00000000-0000-4000-8000-000000000001' as UserId,
    role,
    planName,
    isGuest: planName === 'guest',
    ...names,
    email: 'mira@storedawn.test',
    pictureUrl: null,
    hasPassword: true,
  },
})

const sessions: Record<NonNullable<Options['visitor']>, Session> = {
  pro: member('PRO_USER', 'pro'),
  nameless: member('PRO_USER', 'pro', { firstName: '', lastName: '', name: '' }),
  guest: member('GUEST_USER', 'guest'),
  anonymous: { status: 'anonymous' },
  checking: { status: 'checking', presumed: 'member' },
}
