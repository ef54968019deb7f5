import type { Page } from '#discovery/document/page.ts'
import { validatorsOf } from '#discovery/probe/probe-result.ts'
import { findBestSellers, findCollectionsSitemap } from '#discovery/products/best-sellers.ts'
import type { ParsedProducts, ProductRecord } from '#discovery/products/parse-products.ts'
import type { ExternalClients } from '#server/discovery/external-clients.ts'
import type { WalkedPage } from '#server/platform/db/product-schema.ts'
import type { ClaimedWalk } from './catalogue-walk.ts'
import type { WalkEnd } from './walk-schedule.ts'

type WalkVisit = ReturnType<ExternalClients['startVisit']>
type FailedAnswer = Exclude<
  Awaited<ReturnType<WalkVisit['getIfChanged']>>,
  { kind: 'page' | 'unchanged' }
>

export type WalkStepResult =
  | { kind: 'products'; products: ProductRecord[]; page: WalkedPage }
  | { kind: 'unchanged'; page: WalkedPage }
  /** The answer is too large: fewer products per page may help. */
  | { kind: 'too_much' }
  | { kind: 'misread'; problem: 'html' | 'not_json' | 'bad_shape' }
  | { kind: 'best_sellers'; handles: string[] | null }
  | { kind: 'sought'; handle: string | null }
  | { kind: 'retry'; cause: string; afterMs: number }
  | { kind: 'over'; end: WalkEnd }

type Clients = Pick<ExternalClients, 'parseProducts'>

const MAX_BEST_SELLERS = 100

/** It writes nothing. */
export async function readWalkStep(
  clients: Clients,
  visit: WalkVisit,
  walk: ClaimedWalk,
): Promise<WalkStepResult> {
  switch (walk.step.kind) {
    case 'page':
      return readPage(clients, visit, walk, walk.step.page)
    case 'best_sellers':
      return readBestSellers(clients, visit, walk)
    case 'seek':
      return seekBestSellers(visit)
    default:
      return walk.step satisfies never
  }
}

async function readPage(
  clients: Clients,
  visit: WalkVisit,
  walk: ClaimedWalk,
  number: number,
): Promise<WalkStepResult> {
  const known = walk.pages[number - 1]
  const answer = await visit.getIfChanged(
    `/products.json?limit=${walk.perPage}&page=${number}`,
    known?.etag || known?.lastModified ? [known] : [],
  )
  if (answer.kind === 'unchanged')
    return known ? { kind: 'unchanged', page: known } : endAs('bad_shape')
  if (answer.kind !== 'page') return toFailure(answer)
  const { page } = answer
  // Beyond 25,000 products the platform answers 400.
  if (page.status === 400 && number > 1) return endAs('page_limit')
  if (page.status >= 400) return endAs('disabled')
  const parsed = await clients.parseProducts(page.body, parseContext(visit, walk))
  if (parsed) return toResult(page, parsed)
  // The parser may have been slow because the machine was busy; fewer products per page would last
  // for all later walks.
  return walk.attempts === 0
    ? { kind: 'retry', cause: 'timeout', afterMs: 0 }
    : { kind: 'too_much' }
}

function toResult(page: Page, { products, listed, problem }: ParsedProducts): WalkStepResult {
  if (problem === 'disabled') return endAs('disabled')
  if (problem !== null) return { kind: 'misread', problem }
  const validators = validatorsOf(page) ?? { url: page.url, etag: null, lastModified: null }
  return { kind: 'products', products, page: { ...validators, listed } }
}

const endAs = (end: WalkEnd): WalkStepResult => ({ kind: 'over', end })
const parseContext = (visit: WalkVisit, { currency }: ClaimedWalk) => ({
  currency,
  hostUrl: `https://${visit.host()}/`,
})

function toFailure(answer: FailedAnswer): WalkStepResult {
  switch (answer.kind) {
    case 'password':
      return endAs('password')
    case 'forbidden':
      return endAs('robots')
    case 'unreadable':
      return { kind: 'too_much' }
    case 'looped':
      return { kind: 'retry', cause: 'network', afterMs: 0 }
    case 'used_up':
      return { kind: 'retry', cause: 'budget', afterMs: 0 }
    case 'ended': {
      const { result } = answer
      if (result.kind === 'retry') return result
      if (result.kind === 'not_a_store') return endAs(result.reason)
      return result.kind === 'never' ? endAs(result.cause) : endAs('bad_shape')
    }
    default:
      return answer satisfies never
  }
}

/** In the shop's order; we never request a sorted list, which its robots.txt forbids. */
async function readBestSellers(
  clients: Clients,
  visit: WalkVisit,
  walk: ClaimedWalk,
): Promise<WalkStepResult> {
  const handle = encodeURIComponent(walk.bestSellers ?? '')
  const answer = await visit.get(
    `/collections/${handle}/products.json?limit=${MAX_BEST_SELLERS}&page=1`,
  )
  if (answer.kind === 'ended' && answer.result.kind === 'retry') return toFailure(answer)
  if (answer.kind !== 'page' || answer.page.status !== 200)
    return { kind: 'best_sellers', handles: null }
  const parsed = await clients.parseProducts(answer.page.body, parseContext(visit, walk))
  const isList = parsed !== null && parsed.problem === null
  return {
    kind: 'best_sellers',
    handles: isList ? parsed.products.map((product) => product.handle) : null,
  }
}

/**
 * For shops whose home page does not link to the list: their sitemap may name it. Requested once in
 * a store's life.
 */
async function seekBestSellers(visit: WalkVisit): Promise<WalkStepResult> {
  const index = await visit.get('/sitemap.xml')
  if (index.kind === 'ended' && index.result.kind === 'retry') return toFailure(index)
  const path =
    index.kind === 'page' ? findCollectionsSitemap(textOf(index.page), visit.host()) : null
  if (path === null) return { kind: 'sought', handle: null }
  const part = await visit.get(path)
  if (part.kind === 'ended' && part.result.kind === 'retry') return toFailure(part)
  return {
    kind: 'sought',
    handle: part.kind === 'page' ? findBestSellers(textOf(part.page)) : null,
  }
}

const textOf = ({ status, body }: Page): string =>
  status === 200 ? new TextDecoder().decode(body) : ''
