import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { AppSource, Category, CategoryConfidence, type Evidence } from '#contracts/facts.ts'
import {
  StoreApp,
  StoreEmail,
  StoreLanguage,
  StorePaymentBrand,
  StorePhone,
  StorePixel,
  StorePolicy,
  StoreSocial,
} from '#contracts/store-facts.ts'
import type { Database, StoredItem } from '#server/db/schema.ts'

export type FactRow = Omit<Selectable<Database['store_facts']>, 'store_id'>
export type MailRow = Pick<Selectable<Database['mail_hosts']>, 'domain' | 'state' | 'checked_at'>
type StoreRow = Selectable<Database['stores']>

const evidenceOf = ({ label, sourceUrl, path, observedAt }: StoredItem): Evidence => ({
  label,
  sourceUrl,
  path,
  observedAt: new Date(observedAt).toISOString(),
})

/** Current items; items of a shape that this version does not know are left out. */
function listOf<Item>(
  facts: FactRow[],
  key: string,
  schema: z.ZodMiniType<Item>,
  toItem: (value: unknown) => unknown = (value) => value,
): Item[] {
  const items = facts.find((fact) => fact.key === key)?.items ?? []
  return items.flatMap((item) => {
    if (item.goneAt !== undefined) return []
    const parsed = schema.safeParse({ ...recordOf(toItem(item.value)), evidence: evidenceOf(item) })
    return parsed.success ? [parsed.data] : []
  })
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function valueOf<Value>(facts: FactRow[], key: string, schema: z.ZodMiniType<Value>): Value | null {
  const fact = facts.find((each) => each.key === key)
  if (!fact || fact.gone_at) return null
  const parsed = schema.safeParse(fact.value)
  return parsed.success ? parsed.data : null
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** Mail domains of the store's addresses. */
export const mailDomainsOf = (facts: FactRow[]): string[] => [
  ...new Set(
    listOf(facts, 'emails', z.object({ address: z.string() })).map(({ address }) => domainOf(address)),
  ),
]

/** A state counts only together with its check. */
function mailOf(value: unknown, hosts: MailRow[]) {
  const email = recordOf(value)
  const host = hosts.find(({ domain }) => domain === domainOf(String(email['address'] ?? '')))
  const checkedAt = host?.checked_at ?? null
  return {
    ...email,
    mailState: checkedAt ? host?.state : 'unknown',
    mailCheckedAt: checkedAt?.toISOString() ?? null,
  }
}

/** Rows of an early version lack the full sources and the evidence for each. */
const plainApps = (store: StoreRow): StoreApp[] =>
  store.apps.map((app) => ({
    ...app,
    sources: z.array(AppSource).safeParse(app.sources ?? [app.source]).data ?? [],
    evidence: null,
  }))

const plainPixels = (store: StoreRow): StorePixel[] =>
  store.pixels.map((pixel) => ({ ...pixel, evidence: null }))

/** Published facts beyond the fields that the specification names, each item with its evidence. */
export function presentFacts(store: StoreRow, facts: FactRow[], mailHosts: MailRow[]) {
  const apps = listOf(facts, 'apps', StoreApp)
  const pixels = listOf(facts, 'pixels', StorePixel)
  const text = (key: string) => valueOf(facts, key, z.string())
  return {
    shopifyApps: apps.length > 0 ? apps : plainApps(store),
    storePixels: pixels.length > 0 ? pixels : plainPixels(store),
    city: text('city'),
    region: text('region'),
    shipsTo: valueOf(facts, 'shipsTo', z.array(z.string())) ?? [],
    languages: listOf(facts, 'languages', StoreLanguage, (code) => ({ code })),
    aboutLanguage: text('aboutLanguage'),
    category: valueOf(facts, 'category', z.object({ id: Category, confidence: CategoryConfidence })),
    emails: listOf(facts, 'emails', StoreEmail, (value) => mailOf(value, mailHosts)),
    phones: listOf(facts, 'phones', StorePhone),
    contactFormUrl: text('contactForm'),
    socials: listOf(facts, 'socials', StoreSocial),
    policies: listOf(facts, 'policies', StorePolicy),
    paymentBrands: listOf(facts, 'paymentBrands', StorePaymentBrand),
    companyName: text('company'),
    responsiblePerson: text('responsible'),
    companyAddress: text('address'),
  }
}
