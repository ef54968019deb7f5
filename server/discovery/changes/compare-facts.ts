import { keysOf } from '#contracts/keys.ts'
import type { FactLabel } from '#contracts/catalog/facts.ts'
import {
  FACTS,
  type FactValue,
  type ListKey,
  type ListRule,
  type OneKey,
} from '#contracts/catalog/fact-table.ts'
import {
  type ChangeStrength,
  STORE_CHANGES,
  type StoreChange,
  StoreEventKind,
} from '#contracts/catalog/timeline.ts'
import {
  currentItems,
  type StoredFacts,
  type StoredLists,
  type StoredOne,
  type StoredOnes,
} from '#server/platform/db/stored-facts.ts'
import type { TechnologyItem } from '#server/platform/db/store-columns.ts'
import type { StoredItem } from '#server/platform/db/store-schema.ts'

/** An event of a store's timeline; `subject` names what was added or removed. */
export type StoreEvent = {
  kind: StoreEventKind
  subject: string | null
  before: string | null
  after: string | null
  strength: ChangeStrength
  evidence: { label: FactLabel; sourceUrl: string; path: string }
  /** An app or pixel vendor that the store did not have before, or no longer has at all. */
  technology?: { change: 'added' | 'removed'; item: TechnologyItem }
}

type Reading = {
  before: StoredFacts
  after: StoredFacts
  /** Pages that the last visit to the open shop read completely; null = there was none. */
  pagesBefore: readonly string[] | null
}

/**
 * Something new counts as added only on a page that was read before (`strong`), or on a new page of
 * a shop that we had read (`weak`); the first reading of an open shop is no change. A fact has
 * changed only if its source is the same: else our reading changed, not the shop.
 */
export function compareFacts(reading: Reading): StoreEvent[] {
  return [
    ...themeEvents(reading),
    ...StoreEventKind.options.flatMap((kind) => valueEvents(reading, kind)),
    ...comparedLists.flatMap((key) => listEvents(reading, key)),
  ]
}

type Seen = StoreEvent['evidence']

const evidenceOf = ({ label, sourceUrl, path }: Seen): Seen => ({ label, sourceUrl, path })

type Twice<Value> = [before: StoredOne<Value>, after: StoredOne<Value>]

/** If it was read in the same place. */
function readTwice<Key extends OneKey>(reading: Reading, key: Key): Twice<FactValue<Key>> | null {
  const { before, after }: { before: StoredOnes; after: StoredOnes } = reading
  const [earlier, later] = [before[key], after[key]]
  if (!earlier || !later || earlier.goneAt !== null || later.goneAt !== null) return null
  return earlier.path === later.path ? [earlier, later] : null
}

const rules: Record<StoreEventKind, StoreChange> = STORE_CHANGES

function valueEvents(reading: Reading, kind: StoreEventKind): StoreEvent[] {
  const key = rules[kind].changed
  const facts = key && readTwice(reading, key)
  if (!facts) return []
  const [{ value: before }, { value: after }] = facts
  return before && after && before !== after ? [changeOf(kind, before, after, facts[1])] : []
}

const changeOf = (
  kind: StoreEventKind,
  before: string,
  after: string,
  seen: Seen,
  subject: string | null = null,
): StoreEvent => ({
  kind,
  subject,
  before,
  after,
  strength: 'strong',
  evidence: evidenceOf(seen),
})

/**
 * The theme product decides, or the merchant's label where the product is unknown; a mere copy of
 * the theme is no change.
 */
function themeEvents(reading: Reading): StoreEvent[] {
  const facts = readTwice(reading, 'theme')
  if (!facts) return []
  const [before, after] = [themeOf(facts[0].value), themeOf(facts[1].value)]
  if (!before.name || !after.name) return []
  if (before.name !== after.name)
    return [changeOf('theme_changed', before.name, after.name, facts[1])]
  if (!before.version || !after.version || before.version === after.version) return []
  return [changeOf('theme_updated', before.version, after.version, facts[1], after.name)]
}

const themeOf = ({ name, schemaName, schemaVersion }: FactValue<'theme'>) => ({
  name: schemaName || name,
  version: schemaName ? schemaVersion : null,
})

type ListOf<Rule> = Rule extends { added: readonly (infer Key extends ListKey)[] }
  ? Key
  : Rule extends { removed: readonly (infer Key extends ListKey)[] }
    ? Key
    : never
type ComparedKey = ListOf<(typeof STORE_CHANGES)[StoreEventKind]>

/** What an item is called, and more about it, e.g. its address. */
const names: {
  [Key in ComparedKey]: (item: FactValue<Key>) => {
    subject: string
    detail?: string | null
    /** What the filters of technology call it. */
    technology?: string
  }
} = {
  apps: ({ name, handle }) => ({ subject: name || handle, technology: handle }),
  pixels: ({ vendor, id }) => ({ subject: vendor, detail: id, technology: vendor }),
  emails: ({ address }) => ({ subject: address }),
  phones: ({ e164, text }) => ({ subject: e164 ?? text }),
  socials: ({ network, url }) => ({ subject: network, detail: url }),
  policies: ({ kind, url }) => ({ subject: kind, detail: url }),
}
const comparedLists = keysOf(names)
const identities: { [Key in ComparedKey]: ListRule<FactValue<Key>> } = FACTS

const kindOf = (change: 'added' | 'removed', key: ListKey): StoreEventKind | undefined =>
  StoreEventKind.options.find((kind) => rules[kind][change]?.includes(key))

function listEvents<Key extends ComparedKey>(reading: Reading, key: Key): StoreEvent[] {
  const { pagesBefore } = reading
  if (pagesBefore === null) return []
  const [before, after] = [itemsOf(reading.before, key), itemsOf(reading.after, key)]
  const eventOf = (
    change: 'added' | 'removed',
    item: StoredItem<FactValue<Key>>,
    strength: ChangeStrength,
  ): StoreEvent[] => {
    const kind = kindOf(change, key)
    if (!kind) return []
    const { subject, detail, technology } = names[key](item.value)
    const others = change === 'added' ? before : after
    const isNews =
      technology !== undefined &&
      [...others.values()].every(({ value }) => names[key](value).technology !== technology)
    const more = detail || null
    const isNew = change === 'added'
    return [
      {
        kind,
        subject: subject || null,
        before: isNew ? null : more,
        after: isNew ? more : null,
        strength,
        evidence: evidenceOf(item),
        ...(isNews && { technology: { change, item: { value: technology, label: subject } } }),
      },
    ]
  }
  const added = [...after].flatMap(([identity, item]) =>
    before.has(identity)
      ? []
      : eventOf('added', item, pagesBefore.includes(item.sourceUrl) ? 'strong' : 'weak'),
  )
  const removed = [...before].flatMap(([identity, item]) =>
    after.has(identity) ? [] : eventOf('removed', item, 'strong'),
  )
  return [...added, ...removed]
}

function itemsOf<Key extends ComparedKey>(facts: StoredLists, key: Key) {
  const items = currentItems<FactValue<Key>>(facts[key])
  return new Map(items.map((item) => [identities[key].same(item.value), item]))
}
