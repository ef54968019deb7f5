import type { FactLabel } from '#contracts/stores/facts.ts'
import type { ChangeStrength, StoreEventKind } from '#contracts/stores/timeline.ts'
import type { StoredItem } from '#server/platform/db/store-schema.ts'
import type { StoredFact, StoreFacts } from '#server/discovery/visits/store-facts.ts'

/** An event of a store's timeline; `subject` names what was added or removed. */
export type StoreEvent = {
  kind: StoreEventKind
  subject: string | null
  before: string | null
  after: string | null
  strength: ChangeStrength
  evidence: { label: FactLabel; sourceUrl: string; path: string }
}

export type Reading = {
  before: StoreFacts
  after: StoreFacts
  /** Pages that the last visit to the open shop read completely; null = there was none. */
  pagesBefore: readonly string[] | null
}

/**
 * The events between the facts before a visit and after it. Something new counts as added only on a
 * page that was read before (`strong`), or on a page that is new to us in a shop that we had read
 * (`weak`); the first reading of an open shop is no change. A fact counts as changed only if it
 * comes from the same source as before: a value from elsewhere reflects a change in our reading,
 * not in the shop.
 */
export function compareFacts(reading: Reading): StoreEvent[] {
  return [
    ...themeEvents(reading),
    ...scalarEvents(reading, 'currency', 'currency_changed'),
    ...scalarEvents(reading, 'country', 'country_changed'),
    ...LISTS.flatMap((list) => listEvents(reading, list)),
  ]
}

type FactOrItem = Pick<StoredFact, 'label' | 'sourceUrl' | 'path'>

const evidenceOf = ({ label, sourceUrl, path }: FactOrItem): StoreEvent['evidence'] => ({
  label,
  sourceUrl,
  path,
})

/** The fact in both readings, if it was read in the same place. */
function readTwice({ before, after }: Reading, key: string): [StoredFact, StoredFact] | null {
  const [earlier, later] = [before.get(key), after.get(key)]
  if (!earlier || !later || earlier.goneAt !== null || later.goneAt !== null) return null
  return earlier.path === later.path ? [earlier, later] : null
}

function scalarEvents(reading: Reading, key: string, kind: StoreEventKind): StoreEvent[] {
  const facts = readTwice(reading, key)
  if (!facts) return []
  const [before, after] = facts.map(({ value }) => textOf(value))
  if (!before || !after || before === after) return []
  return [
    { kind, subject: null, before, after, strength: 'strong', evidence: evidenceOf(facts[1]) },
  ]
}

/**
 * The theme product decides, or the merchant's label where the product is unknown; a mere copy of
 * the theme is no change.
 */
function themeEvents(reading: Reading): StoreEvent[] {
  const facts = readTwice(reading, 'theme')
  if (!facts) return []
  const [before, after] = facts.map(({ value }) => themeOf(value))
  if (!before?.name || !after?.name) return []
  const event = { strength: 'strong' as const, evidence: evidenceOf(facts[1]) }
  if (before.name !== after.name)
    return [
      { kind: 'theme_changed', subject: null, before: before.name, after: after.name, ...event },
    ]
  if (!before.version || !after.version || before.version === after.version) return []
  return [
    {
      kind: 'theme_updated',
      subject: after.name,
      before: before.version,
      after: after.version,
      ...event,
    },
  ]
}

function themeOf(value: unknown): { name: string | null; version: string | null } {
  const theme = recordOf(value)
  const schemaName = textOf(theme['schemaName'])
  return {
    name: schemaName ?? textOf(theme['name']),
    version: schemaName ? textOf(theme['schemaVersion']) : null,
  }
}

type ListRule = {
  key: string
  added: StoreEventKind
  removed: StoreEventKind
  /** What makes two values the same thing. */
  identify: (value: Record<string, unknown>) => string
  subject: (value: Record<string, unknown>) => string | null
  /** More about the thing, e.g. its address. */
  detail?: (value: Record<string, unknown>) => string | null
}

const field =
  (...names: string[]) =>
  (value: Record<string, unknown>): string | null =>
    names.map((name) => textOf(value[name])).find((text) => text !== null) ?? null

const identifyBy =
  (...names: string[]) =>
  (value: Record<string, unknown>): string =>
    names.map((name) => textOf(value[name]) ?? '').join(' ')

const LISTS: readonly ListRule[] = [
  {
    key: 'apps',
    added: 'app_added',
    removed: 'app_removed',
    identify: identifyBy('handle'),
    subject: field('name', 'handle'),
  },
  {
    key: 'pixels',
    added: 'pixel_added',
    removed: 'pixel_removed',
    identify: identifyBy('vendor', 'id'),
    subject: field('vendor'),
    detail: field('id'),
  },
  {
    key: 'emails',
    added: 'contact_added',
    removed: 'contact_removed',
    identify: identifyBy('address'),
    subject: field('address'),
  },
  {
    key: 'phones',
    added: 'contact_added',
    removed: 'contact_removed',
    identify: (value) => field('e164', 'text')(value) ?? '',
    subject: field('e164', 'text'),
  },
  {
    key: 'socials',
    added: 'social_added',
    removed: 'social_removed',
    identify: identifyBy('network'),
    subject: field('network'),
    detail: field('url'),
  },
  {
    key: 'policies',
    added: 'policy_added',
    removed: 'policy_removed',
    identify: identifyBy('kind'),
    subject: field('kind'),
    detail: field('url'),
  },
]

function listEvents(reading: Reading, list: ListRule): StoreEvent[] {
  const { pagesBefore } = reading
  if (pagesBefore === null) return []
  const before = currentByIdentity(reading.before, list)
  const after = currentByIdentity(reading.after, list)
  const added = [...after].flatMap(([identity, item]) => {
    if (before.has(identity)) return []
    const strength = pagesBefore.includes(item.sourceUrl) ? 'strong' : 'weak'
    return [itemEvent(list, item, { kind: list.added, strength })]
  })
  const removed = [...before].flatMap(([identity, item]) =>
    after.has(identity) ? [] : [itemEvent(list, item, { kind: list.removed, strength: 'strong' })],
  )
  return [...added, ...removed]
}

const currentByIdentity = (
  facts: StoreFacts,
  { key, identify }: ListRule,
): Map<string, StoredItem> =>
  new Map(
    (facts.get(key)?.items ?? []).flatMap((item) =>
      item.goneAt === undefined ? [[identify(recordOf(item.value)), item]] : [],
    ),
  )

function itemEvent(
  { subject, detail, added }: ListRule,
  item: StoredItem,
  { kind, strength }: Pick<StoreEvent, 'kind' | 'strength'>,
): StoreEvent {
  const value = recordOf(item.value)
  const more = detail?.(value) ?? null
  return {
    kind,
    subject: subject(value),
    before: kind === added ? null : more,
    after: kind === added ? more : null,
    strength,
    evidence: evidenceOf(item),
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null
