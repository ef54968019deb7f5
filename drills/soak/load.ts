import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from '#testing/demo-client.ts'

export type Answer = { name: string; status: number; ms: number; at: number }

type Person = Awaited<ReturnType<typeof signIn>>
type Action = { name: string; weight: number; run: (person: Person) => Promise<number> }

const WEEK_MS = 7 * 24 * 3_600_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

type Call = { token?: string; network?: string; method?: string; body?: object }

async function send(
  url: string,
  { token, network, method = 'GET', body }: Call = {},
): Promise<Response> {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(network !== undefined && { 'x-forwarded-for': network }),
    ...(body && { 'content-type': 'application/json' }),
  }
  return fetch(url, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
}

async function statusOf(url: string, call?: Call): Promise<number> {
  const response = await send(url, call)
  await response.arrayBuffer()
  return response.status
}

/**
 * An address of the range for benchmarks, RFC 2544: sign-ups and sign-ins of one network are
 * limited.
 */
const anyNetwork = () => `198.18.${randomInt(256)}.${randomInt(1, 255)}`

const range = () => `dateRangeFrom=${dayOf(Date.now() - WEEK_MS)}&dateRangeTo=${dayOf(Date.now())}`

async function anyStore(person: Person): Promise<number> {
  const page = await person.get<{ content: { id: number }[] }>(`/api/stores?size=100&${range()}`)
  return page.content[Math.floor(Math.random() * page.content.length)]?.id ?? 1
}

/** What people do on the product, about as often as they do it. */
const actionsOn = (origin: string): Action[] => [...readsOn(origin), ...writesOn(origin)]

function readsOn(origin: string): Action[] {
  const ask = ({ token }: Person, path: string) => statusOf(origin + path, { token })
  return [
    { name: 'list', weight: 30, run: (person) => ask(person, `/api/stores?size=20&${range()}`) },
    {
      name: 'filtered list',
      weight: 20,
      run: (person) => ask(person, `/api/stores?country=DE,US&email=yes&${range()}`),
    },
    {
      name: 'counts',
      weight: 10,
      run: (person) => ask(person, `/api/stores/facets?groups=country,category,apps&${range()}`),
    },
    {
      name: 'trends',
      weight: 8,
      run: (person) => ask(person, `/api/trending/products?${range()}`),
    },
    {
      name: 'pulse',
      weight: 4,
      run: (person) =>
        ask(
          person,
          `/api/pulse?by=country&from=${dayOf(Date.now() - WEEK_MS)}&to=${dayOf(Date.now())}`,
        ),
    },
    { name: 'landing page', weight: 10, run: () => statusOf(origin, { network: anyNetwork() }) },
    {
      name: 'counters',
      weight: 10,
      run: () =>
        statusOf(`${origin}/api/public/stats?date=${dayOf(Date.now())}`, { network: anyNetwork() }),
    },
    {
      name: 'timeline',
      weight: 4,
      run: async (person) => ask(person, `/api/stores/details/${await anyStore(person)}/timeline`),
    },
    { name: 'profile', weight: 4, run: (person) => ask(person, '/api/auth/me') },
    {
      name: 'live total',
      weight: 2,
      run: (person) => listen(`${origin}/api/stores/live?${range()}`, person),
    },
  ]
}

function writesOn(origin: string): Action[] {
  const ask = ({ token }: Person, path: string, method: string, body?: object) =>
    statusOf(origin + path, { token, method, ...(body && { body }) })
  const tell = (path: string, body: object) =>
    statusOf(origin + path, { method: 'POST', network: anyNetwork(), body })
  return [
    {
      name: 'save and unsave',
      weight: 4,
      run: async (person) => {
        const id = await anyStore(person)
        await ask(person, '/api/saved-stores', 'POST', { storeId: id })
        return ask(person, `/api/saved-stores/${id}`, 'DELETE')
      },
    },
    { name: 'export', weight: 1, run: (person) => download(origin, person) },
    {
      name: 'sign-up with its mail',
      weight: 1,
      run: () =>
        tell('/api/auth/email-signup', {
          email: `soak-${randomUUID()}@example.test`,
          name: 'Soak Visitor',
          password: `Soak!${randomUUID()}`,
        }),
    },
    {
      name: 'wrong password',
      weight: 1,
      run: () =>
        tell('/api/auth/email-signin', {
          email: `soak-${randomUUID()}@example.test`,
          password: 'Wrong!2026',
        }),
    },
  ]
}

/** The first stores of today as a file, read to its end. */
async function download(origin: string, { token }: Person): Promise<number> {
  const query = { date: dayOf(Date.now()) }
  const body = {
    view: 'stores',
    format: 'csv',
    columns: ['name', 'domain', 'country'],
    query,
    limit: 100,
  }
  const created = await send(`${origin}/api/exports`, { token, method: 'POST', body })
  if (!created.ok) return created.status
  const { url } = (await created.json()) as { url: string }
  return statusOf(new URL(url, origin).href)
}

const LISTEN_MS = 5_000

/** Follows a stream of events for a while, and leaves as a closed tab does. */
async function listen(url: string, { token }: Person): Promise<number> {
  const leave = new AbortController()
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  })
  setTimeout(() => leave.abort(), LISTEN_MS)
  await response.arrayBuffer().catch(() => undefined)
  return response.status
}

/** Asks at a steady rate until it is aborted, whatever the answers; `record` gets each. */
export async function applyLoad(
  origin: string,
  { perSecond, signal }: { perSecond: number; signal: AbortSignal },
  record: (answer: Answer) => void,
): Promise<void> {
  const people = [
    await signIn(origin, 'pro@demo.storedawn.test'),
    await signIn(origin, 'plus@demo.storedawn.test'),
  ]
  const actions = actionsOn(origin).flatMap((action) => Array<Action>(action.weight).fill(action))
  const running = new Set<Promise<void>>()
  const pick = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(Math.random() * items.length)]
  const act = async (): Promise<void> => {
    const [action, person] = [pick(actions), pick(people)]
    if (!action || !person) return
    const at = Date.now()
    const status = await action.run(person).catch(() => 0)
    record({ name: action.name, status, ms: Date.now() - at, at })
  }
  while (!signal.aborted) {
    const work: Promise<void> = act().finally(() => running.delete(work))
    running.add(work)
    await sleep(1_000 / perSecond, undefined, { signal }).catch(() => undefined)
  }
  await Promise.all(running)
}
