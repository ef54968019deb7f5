import pg from 'pg'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'
import type { Reference } from './call-list.ts'

/**
 * A throwaway PostgreSQL that contains only the rows of the list: shows how fast the machine is at
 * the moment.
 */
export type BarePostgres = AsyncDisposable &
  Reference & {
    version: string
    /** Time to start from scratch, and to restart after that. */
    firstStartMs: number
    restartMs: number
    fill: (stores: readonly StoreSummary[]) => Promise<void>
  }

/** Named as in the API's answers, so that PostgreSQL itself can parse those. */
const COLUMNS: Record<keyof StoreSummary, string> = {
  id: 'bigint primary key',
  slug: 'text',
  name: 'text',
  domain: 'text',
  foundDay: 'date',
  foundAt: 'timestamptz',
  visibleAt: 'timestamptz',
  openedAt: 'timestamptz',
  launchStatus: 'text',
  launchDate: 'date',
  launchConfidence: 'text',
  movedHere: 'boolean',
  status: 'text',
  country: 'text',
  region: 'text',
  city: 'text',
  currency: 'text',
  language: 'text',
  category: 'text',
  themeName: 'text',
  productCount: 'integer',
  price: 'jsonb',
  discountShare: 'double precision',
  apps: 'jsonb',
  pixels: 'jsonb',
  socials: 'jsonb',
  hasTrending: 'boolean',
  hasEmail: 'boolean',
  hasPhone: 'boolean',
  email: 'text',
  emailKind: 'text',
  emailState: 'text',
  phone: 'text',
  hasContactForm: 'boolean',
  contactFormUrl: 'text',
  contactsLimited: 'boolean',
  logoUrl: 'text',
  hiddenBy: 'text',
  isSaved: 'boolean',
  tags: 'jsonb',
}
const NAMES = Object.keys(COLUMNS).map((name) => `"${name}"`)
const NEWEST = `select ${NAMES.join(', ')} from stores order by "foundAt" desc, id desc limit 20`

export async function startBarePostgres(): Promise<BarePostgres> {
  const startedAtMs = performance.now()
  const server = await startPostgresServer()
  const firstStartMs = performance.now() - startedAtMs
  const restartedAtMs = performance.now()
  await server.restart('fast')
  const restartMs = performance.now() - restartedAtMs
  const filler = await connect(server.url)
  await filler.query(
    `create table stores (${Object.entries(COLUMNS)
      .map(([name, type]) => `"${name}" ${type}`)
      .join(', ')})`,
  )
  await filler.query('create index on stores ("foundAt" desc, id desc)')
  return {
    name: 'bare PostgreSQL',
    version: server.version,
    firstStartMs,
    restartMs,
    async fill(stores) {
      await filler.query('truncate stores')
      await filler.query(
        'insert into stores select * from jsonb_populate_recordset(null::stores, $1)',
        [JSON.stringify(stores)],
      )
      await filler.query('vacuum analyze stores')
    },
    /** A caller reads the newest 20 stores. */
    async openCaller() {
      const client = await connect(server.url)
      return {
        async ask() {
          const askedAtMs = performance.now()
          await client.query(NEWEST)
          return performance.now() - askedAtMs
        },
        end: () => client.end(),
      }
    },
    async [Symbol.asyncDispose]() {
      await filler.end()
      await server[Symbol.asyncDispose]()
    },
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
