import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { ErrorBody } from '#contracts/error-body.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import { isTag, tidyTag } from '#contracts/workspace/saved.ts'
import { filterKeys } from '#contracts/catalog/store-filters.ts'
import { insertProduct, insertStore, insertUser } from '#testing/factories.ts'
import { brokenDocuments, soundDocuments } from '#testing/json-documents.ts'
import { isFullRun } from '#testing/full-run.ts'
import { injectionStrings, naughtyStrings } from '#testing/naughty-strings.ts'
import { openLastingConsole } from '#testing/operator-calls.ts'
import { type SampleInput, sampleInputOf } from '#testing/sample-inputs.ts'
import { type Answer, codeOf, type TestApp } from '#testing/test-app.ts'
import { useTestApp } from '#testing/shared-app.ts'

/** As in the sample inputs, so that they refer to an existing account. */
const ACCOUNT_EMAIL = 'ada@example.test'

let userId: UserId
const app = useTestApp()
beforeAll(async () => {
  userId = (await insertUser(app.ctx, { role: 'PRO_USER', email: ACCOUNT_EMAIL })).userId
  const store = await insertStore(app.ctx.db, { domain: 'lamp.example' })
  await insertProduct(app.ctx.db, store)
})

type Part = keyof SampleInput
type Field = { endpoint: AnyEndpoint; part: Part; path: string[]; name: string }

const PARTS: Part[] = ['params', 'query', 'body']
const withInput = allEndpoints.filter((endpoint) => PARTS.some((part) => endpoint[part]))

const textFields: Field[] = withInput.flatMap((endpoint) =>
  PARTS.flatMap((part) =>
    textPaths(sampleInputOf(endpoint)[part])
      .filter((path) => !isKnownFilter(endpoint, path))
      .map((path) => ({
        endpoint,
        part,
        path,
        name: `${endpoint.name} ${part}.${path.join('.')}`,
      })),
  ),
)

/** All calls that take filters take the same ones, so those of the list represent them. */
function isKnownFilter({ name }: AnyEndpoint, path: string[]): boolean {
  return name !== 'listStores' && filterKeys.some((key) => key === path[0])
}

function textPaths(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => textPaths(item, [...path, key]))
}

function inputWith({ endpoint, part, path }: Field, value: unknown): SampleInput {
  const input = structuredClone(sampleInputOf(endpoint))
  const [last = '', ...outer] = path.toReversed()
  // Safe: the path was read from the same sample.
  let place = input[part] as Record<string, unknown>
  for (const key of outer.toReversed()) place = place[key] as Record<string, unknown>
  place[last] = value
  return input
}

let session: ReturnType<TestApp['openSession']> | undefined

/** Signed in if the call requires it, with all limits reset: this file does not test limits. */
async function ask(endpoint: AnyEndpoint, input: SampleInput, raw?: object): Promise<Answer> {
  const answer = await askOnce(endpoint, input, raw)
  if (answer.statusCode !== 429) return answer
  await forgetLimits()
  return askOnce(endpoint, input, raw)
}

const forgetLimits = () => sql`delete from request_limits`.execute(app.ctx.db)

let calls = 0
function nextAddress(): string {
  calls += 1
  return `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`
}

async function askOnce(
  endpoint: AnyEndpoint,
  { params, query, body }: SampleInput,
  raw?: object,
): Promise<Answer> {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String(params?.[key])),
  )
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  const send = endpoint.access === 'public' ? app.anonymous : await sendSignedIn()
  const answer = await send({
    method: endpoint.method,
    url: query ? `${path}?${search}` : path,
    remoteAddress: nextAddress(),
    ...(body && { payload: body }),
    ...raw,
  })
  if (answer.json().code === 'session_expired') session = undefined
  return answer
}

async function sendSignedIn(): Promise<TestApp['anonymous']> {
  session ??= openLastingConsole(app, userId)
  return (await session).send
}

const Refusal = z.strictObject(ErrorBody.shape)

/** Refusals that blame a third party for not doing what we asked. */
const OF_OTHERS = new Set(['proof_unreachable'])

/** Any input gets a successful answer, or a refusal with a code that reveals no internals. */
function expectSoundAnswer(answer: Answer, what: string): void {
  if (answer.statusCode < 400) return
  const refusal = Refusal.parse(answer.json())
  if (!OF_OTHERS.has(refusal.code)) expect([what, answer.statusCode < 500]).toEqual([what, true])
}

const isTaken = ({ endpoint, part }: Field, input: SampleInput): boolean =>
  endpoint[part]?.safeParse(input[part]).success ?? false

/**
 * Sends the values that the schemas accept; refused values never reach our code, so one of them
 * represents all.
 * @returns the answers to the accepted values
 */
async function sendAll(
  field: Field,
  texts: readonly string[],
): Promise<{ text: string; answer: Answer }[]> {
  const inputs = texts.map((text) => ({ text, input: inputWith(field, text) }))
  const refused = inputs.find(({ input }) => !isTaken(field, input))
  // A path with an empty or endless segment matches no route.
  const refusals = field.part === 'params' ? [400, 404] : [400]
  if (refused) expect(refusals).toContain((await ask(field.endpoint, refused.input)).statusCode)
  const taken = inputs.filter(({ input }) => isTaken(field, input))
  const answers: { text: string; answer: Answer }[] = []
  while (taken.length > 0) {
    // Failures of one address would slow the next ones down.
    await forgetLimits()
    const asked = taken.splice(0, AT_ONCE).map(async ({ text, input }) => {
      const answer = await ask(field.endpoint, input)
      expectSoundAnswer(answer, `${field.name}: ${JSON.stringify(text)}`)
      return { text, answer }
    })
    answers.push(...(await Promise.all(asked)))
  }
  return answers
}

const SHARE = isFullRun ? 1 : 12

/**
 * All of them in the full run; else another twelfth for each field, so that each text still meets
 * many fields.
 */
const shareOf = (texts: readonly string[], field: Field): string[] =>
  texts.filter((_, at) => at % SHARE === textFields.indexOf(field) % SHARE)

/**
 * As many failures of one address as cause no delay, and fewer concurrent calls than one account
 * may make.
 */
const AT_ONCE = 5
const WITHIN_MS = 120_000

describe('the sample inputs', () => {
  test.each(withInput)('of $name set every field of its schema, and are valid', (endpoint) => {
    for (const part of PARTS) {
      const schema = endpoint[part]
      if (!schema) continue
      const { properties, oneOf } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      const sample = sampleInputOf(endpoint)[part]
      expect(Object.keys(sample ?? {}).toSorted()).toEqual(
        Object.keys(properties ?? oneOf?.[0]?.properties ?? {}).toSorted(),
      )
      expect(schema.safeParse(sample).error).toBeUndefined()
    }
  })
})

describe('a naughty string', () => {
  const texts = naughtyStrings()

  test.each(textFields)(
    'breaks nothing in $name',
    { tags: ['check-33'], timeout: WITHIN_MS },
    async (field) => {
      const answers = await sendAll(field, shareOf(texts, field))
      expect(answers.filter(({ answer }) => answer.statusCode === 500)).toEqual([])
    },
  )

  test(
    'comes back from the profile unchanged except for trimmed spaces',
    { tags: ['check-33'] },
    async () => {
      const endpoint = endpointNamed('updateProfile')
      const names = texts.filter((text) => /\S/u.test(text) && text.trim().length <= 60)
      for (const [index, firstName] of names.entries()) {
        const lastName = names.at(index - 1) ?? ''
        const answer = await ask(endpoint, { body: { firstName, lastName, email: ACCOUNT_EMAIL } })
        expect([firstName, answer.statusCode]).toEqual([firstName, 200])
        expect(answer.json()).toMatchObject({
          firstName: firstName.trim(),
          lastName: lastName.trim(),
        })
      }
    },
  )

  test(
    'comes back unchanged from the notes and tags of a saved store, and the name of a search',
    { tags: ['check-33'] },
    async () => {
      const [saveStore, listSaved] = [endpointNamed('saveStore'), endpointNamed('listSavedStores')]
      const storeId = await insertStore(app.ctx.db)
      for (const notes of texts.filter((text) => text.length <= 2_000)) {
        expect((await ask(saveStore, { body: { storeId, notes } })).json().notes).toBe(notes)
        const { content } = (await ask(listSaved, { query: {} })).json()
        expect(content.find((saved: { storeId: StoreId }) => saved.storeId === storeId).notes).toBe(
          notes,
        )
      }
      for (const tag of texts.filter((text) => isTag(tidyTag(text)))) {
        const answer = await ask(saveStore, { body: { storeId, tags: [tag] } })
        expect([tag, answer.json().tags]).toEqual([tag, [tidyTag(tag)]])
      }
      const create = endpointNamed('createSavedSearch')
      const { id } = (await ask(create, sampleInputOf(create))).json()
      for (const name of texts.filter((text) => /\S/u.test(text) && text.trim().length <= 60)) {
        const update = endpointNamed('updateSavedSearch')
        const { body } = sampleInputOf(update)
        const answer = await ask(update, { params: { id }, body: { ...body, name } })
        if (answer.statusCode === 200) expect(answer.json().name).toBe(name.trim())
        else expect(answer.statusCode).toBe(400)
      }
    },
  )
})

/** Check 29 names these for all five hundred. */
const ALWAYS = /^(listStores query\.(sortBy|sortDirection|q|category)|getStoreDetails params\.id)$/

test.each(textFields.filter(({ part }) => part !== 'body'))(
  '$name withstands SQL injections',
  { tags: ['check-29'], timeout: WITHIN_MS },
  async (field) => {
    const texts = injectionStrings()
    const sent = ALWAYS.test(field.name) ? texts : shareOf(texts, field)
    for (const { answer } of await sendAll(field, sent))
      expect([200, 400, 404]).toContain(answer.statusCode)
  },
)

test.each(['1e9', '1000000000', '-1', '1.5', 'NaN', 'Infinity', '0x10', '', ' 1', '1,2', '٣'])(
  'an invalid or too large page size is refused or capped: %j',
  { tags: ['check-29'] },
  async (size) => {
    for (const name of ['listStores', 'listTrendingProducts', 'listStoreProducts']) {
      const endpoint = endpointNamed(name)
      const { params } = sampleInputOf(endpoint)
      const answer = await ask(endpoint, { ...(params && { params }), query: { size } })
      expect([200, 400]).toContain(answer.statusCode)
    }
  },
)

const MARK = 'MARK'

describe('text that a column cannot hold', () => {
  test.each(textFields)('is refused in $name', { tags: ['check-35'] }, async (field) => {
    for (const bad of ['\0', '\ud800', '\udc00', '\ude00\ud83d']) {
      const sample = inputWith(field, `2026-03-09${bad}x`)
      // A URL cannot carry half a surrogate pair: its replacement character is an ordinary
      // character.
      if (field.part !== 'body' && !bad.includes('\0')) continue
      const answer = await ask(field.endpoint, sample)
      expectSoundAnswer(answer, `${field.name}: ${JSON.stringify(bad)}`)
      expect(answer.statusCode).toBe(400)
    }
  })

  const withBody = allEndpoints.filter(({ body }) => body)
  test.each(withBody)(
    'is refused or cleaned in the bytes of $name',
    { tags: ['check-35'] },
    async (endpoint) => {
      const json = JSON.stringify(sampleInputOf(endpoint).body)
      const broken = [
        '\xff',
        '\xc0\x80',
        '\xed\xa0\x80',
        '\xf4\x90\x80\x80',
        '\xe2\x82',
        '\xfe\xff',
      ].map((bytes) =>
        Buffer.concat([
          Buffer.from(json.slice(0, -2)),
          Buffer.from(bytes, 'latin1'),
          Buffer.from(json.slice(-2)),
        ]),
      )
      const others = ['utf16le', 'latin1'] as const
      for (const payload of [
        ...broken,
        ...others.map((encoding) => Buffer.from(`${json}ä`, encoding)),
      ]) {
        const answer = await ask(
          endpoint,
          {},
          { payload, headers: { 'content-type': 'application/json' } },
        )
        expectSoundAnswer(answer, `${endpoint.name}: ${payload.toString('hex')}`)
      }
    },
  )

  test.each(['%00', '%ff', '%c0%80', '%ed%a0%80', '%', '%e2%82', '%u0041', '%f4%90%80%80'])(
    'is refused or cleaned in an address: %s',
    { tags: ['check-35'] },
    async (text) => {
      for (const field of textFields.filter(({ part }) => part !== 'body')) {
        const { params = {}, query = {} } = inputWith(field, MARK)
        const path = field.endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) =>
          String(params[key]),
        )
        const search = Object.entries(query).flatMap(([key, value]) =>
          value ? `${key}=${value}` : [],
        )
        const url = `${path}?${search.join('&')}`.replace(MARK, text)
        expectSoundAnswer(await ask(field.endpoint, {}, { url }), url)
      }
    },
  )

  test('is refused inside a cursor', { tags: ['check-35'] }, async () => {
    const cursorOf = (value: unknown) =>
      Buffer.from(JSON.stringify({ s: 'name', d: 'asc', k: [1, 2, 3, value], i: 1 })).toString(
        'base64url',
      )
    const statusOf = async (value: unknown) => {
      const query = { sortBy: 'name', sortDirection: 'ASC', cursor: cursorOf(value) }
      return (await ask(endpointNamed('listStores'), { query })).statusCode
    }
    expect(await statusOf(4)).toBe(200)
    for (const value of ['\0', 'a\0b', '\ud800', '7', {}, [], true])
      expect(await statusOf(value)).toBe(400)
  })
})

describe('a value of the wrong type', () => {
  const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
  const values = [
    null,
    7,
    -0.5,
    true,
    [],
    ['a'],
    {},
    { length: 5 },
    { toString: 'x' },
    { $ne: null },
    deep(500),
  ]

  /** Emptied by null. */
  const EMPTIED = [
    'putLead body.nextStep',
    'putLead body.nextDay',
    'createSavedSearch body.profile',
    'updateSavedSearch body.profile',
  ]

  test.each(textFields.filter(({ part }) => part === 'body'))(
    'is refused in $name',
    { tags: ['check-35'] },
    async (field) => {
      for (const value of values) {
        if (value === null && EMPTIED.includes(field.name)) continue
        const answer = await ask(field.endpoint, inputWith(field, value))
        expectSoundAnswer(answer, `${field.name}: ${JSON.stringify(value)}`)
        expect(answer.statusCode).toBe(400)
      }
    },
  )
})

describe('a body', () => {
  const endpoint = endpointNamed('forgotPassword')
  const post = (payload: string) =>
    ask(endpoint, {}, { payload, headers: { 'content-type': 'application/json' } })

  test('that is not JSON is refused', { tags: ['check-34'] }, async () => {
    for (const document of brokenDocuments) {
      const answer = await post(document)
      expectSoundAnswer(answer, document.slice(0, 60))
      expect([document.slice(0, 60), answer.statusCode]).toEqual([document.slice(0, 60), 400])
    }
  })

  test.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])(
    'that nests 100,000 deep in an unknown field is refused: %s',
    { tags: ['check-34'] },
    async (open, close) => {
      const nested = (depth: number) =>
        post(`{"email":"${ACCOUNT_EMAIL}","unknown":${open.repeat(depth)}1${close.repeat(depth)}}`)
      const refused = await nested(100_000)
      expect(codeOf(refused)).toEqual([400, 'invalid_request'])
      expect((await nested(40)).statusCode).toBe(200)
    },
  )

  test('that is any valid JSON breaks nothing', { tags: ['check-34'] }, async () => {
    for (const document of soundDocuments) {
      expectSoundAnswer(await post(document), document)
      expectSoundAnswer(await post(`{"email":${document}}`), document)
    }
  })
})

test.each(allEndpoints)(
  'a repeated or list key in the query of $name is refused',
  { tags: ['check-30'] },
  async (endpoint) => {
    const { params, body } = sampleInputOf(endpoint)
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) => String(params?.[key]))
    for (const key of ['size', 'unknown', 'a%5B%5D']) {
      const answer = await ask(endpoint, body ? { body } : {}, { url: `${path}?${key}=1&${key}=2` })
      expect(codeOf(answer)).toEqual([400, 'invalid_request'])
    }
  },
)

function endpointNamed(name: string): AnyEndpoint {
  const found = allEndpoints.find((endpoint) => endpoint.name === name)
  if (!found) throw new Error(`there is no call ${name}`)
  return found
}
