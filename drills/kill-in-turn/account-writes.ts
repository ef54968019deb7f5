import type { UserId } from '#contracts/ids.ts'
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Db } from '#server/platform/db/schema.ts'

type Person = { userId: UserId; token: string }
type Setting = {
  person: Person
  isBusy: boolean
  emailUpdates: boolean | null
  maybe: boolean | null
}
type Writes = {
  write: (number: number) => Promise<boolean>
  findLost: (db: Db) => Promise<string[]>
}

const WITHIN_MS = 30_000
const Preferences = z.object({ emailUpdates: z.boolean() })

const headersOf = ({ token }: Person) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})

/** False for a refusal and for an unknown result. */
function send(method: string, address: string, person: Person, body: object): Promise<boolean> {
  const signal = AbortSignal.timeout(WITHIN_MS)
  return fetch(address, {
    method,
    headers: headersOf(person),
    body: JSON.stringify(body),
    signal,
  }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Saves searches under unique names. */
export function createSearchWrites(
  origin: string,
  people: Person[],
): Writes & { countAcknowledged: () => number } {
  const asked = new Set<string>()
  const acknowledged = new Set<string>()
  return {
    async write(number) {
      const person = people[number % people.length]
      if (!person) throw new Error('nobody saves searches')
      const name = randomUUID()
      asked.add(name)
      const body = { name, view: 'stores', query: 'country=DE', mails: false }
      const isSaved = await send('POST', `${origin}/api/saved-searches`, person, body)
      if (isSaved) acknowledged.add(name)
      return isSaved
    },
    async findLost(db) {
      const rows = await db.selectFrom('saved_searches').select('name').execute()
      const found = Map.groupBy(rows, ({ name }) => name)
      return [
        ...[...acknowledged]
          .filter((name) => !found.has(name))
          .map((name) => `lost search ${name}`),
        ...[...found]
          .filter(([, { length }]) => length > 1)
          .map(([name]) => `search ${name} is there twice`),
        ...[...found.keys()]
          .filter((name) => !asked.has(name))
          .map((name) => `unknown search ${name}`),
      ]
    },
    countAcknowledged: () => acknowledged.size,
  }
}

/**
 * Changes settings, one call at a time per account, so that the last acknowledged value is known.
 */
export function createSettingWrites(origin: string, people: Person[]): Writes {
  const address = `${origin}/api/users/preferences`
  const settings = people.map((person): Setting => ({
    person,
    isBusy: false,
    emailUpdates: null,
    maybe: null,
  }))
  return {
    async write(number) {
      const setting = settings[number % settings.length]
      if (!setting || setting.isBusy) return true
      setting.isBusy = true
      const emailUpdates = !setting.emailUpdates
      const isChanged = await send('PUT', address, setting.person, { emailUpdates })
      if (isChanged) Object.assign(setting, { emailUpdates, isBusy: false })
      // If the result is unknown, the setting is never changed again.
      else setting.maybe = emailUpdates
      return isChanged
    },
    async findLost() {
      const problems: string[] = []
      for (const { person, emailUpdates, maybe } of settings) {
        if (emailUpdates === null) continue
        const answer = await fetch(address, { headers: headersOf(person) })
        const found = Preferences.parse(await answer.json()).emailUpdates
        if (found !== emailUpdates && found !== maybe)
          problems.push(`setting of ${person.userId}: acknowledged ${emailUpdates}, found ${found}`)
      }
      return problems
    },
  }
}
