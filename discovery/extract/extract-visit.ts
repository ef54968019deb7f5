import type { ProductRecord } from '#discovery/products/parse-products.ts'
import { notStoreReasonOf } from './classify-store.ts'
import { extractFacts, readStore } from './extract-facts.ts'
import { extractCatalogue } from './facts/commerce/catalogue.ts'
import { ownNamesOf } from './facts/contact/email-kind.ts'
import { extractEmails } from './facts/contact/emails.ts'
import { extractHomeProducts } from './facts/commerce/home-products.ts'
import { extractAbout, extractName } from './facts/identity.ts'
import { extractLocale } from './facts/market.ts'
import { extractPhones, phoneCountryFor } from './facts/contact/phones.ts'
import { parseVisit, type ParsedVisit } from './parsed-visit.ts'
import { extractSignals } from './signals/extract-signals.ts'
import { notAStore, type StoreSnapshot, type VisitPages } from './store-snapshot.ts'

export type ExtractedVisit = { snapshot: StoreSnapshot; products: ProductRecord[] }

/**
 * All facts of one visit, each with the place where it was found. Pure and total: accepts any
 * bytes, never throws. If several places state the same fact, the shop's own files take precedence
 * over its pages, and its pages over values that depend on the visitor's market. `visitedHost` may
 * be empty for a page read from a file.
 */
export function extractVisit(pages: VisitPages, visitedHost: string): ExtractedVisit {
  const visit = parseVisit(pages, visitedHost)
  const reason = notStoreReasonOf(visit)
  if (reason) return { snapshot: describeOther(visit, reason), products: [] }

  const reading = readStore(visit)
  const { catalogue, ownHosts } = reading
  const facts = extractFacts(reading)
  const { shopId, productCount, status } = facts
  const snapshot: StoreSnapshot = {
    ...facts,
    isStore: true,
    notStoreReason: null,
    catalogue: extractCatalogue(visit, catalogue),
    ...extractHomeProducts(visit, ownHosts),
    pagesRead: pagesRead(visit, status?.value === 'password_protected'),
    signals: extractSignals({
      visit,
      shopId,
      productCount,
      products: catalogue.products,
      ownHosts,
    }),
  }
  return { snapshot, products: catalogue.products }
}

/**
 * Contact and name of a page that is not a store: harmless, and useful when a user checks a list of
 * sites. All facts that would make it look like a shop stay empty.
 */
function describeOther(visit: ParsedVisit, reason: string): StoreSnapshot {
  const name = extractName(visit)
  const hosts = [visit.visitedHost]
  const own = ownNamesOf(hosts, [name?.value])
  return {
    ...notAStore(reason),
    name,
    locale: extractLocale(visit),
    about: extractAbout(visit),
    emails: extractEmails(visit.pages, own),
    phones: extractPhones(visit.pages, phoneCountryFor(null, hosts)),
  }
}

/** A missing page (404, 410) is a definite answer; a failed request is not. */
const isAnswer = (status: number): boolean => status === 200 || status === 404 || status === 410

/** An open shop no longer has a password page, so facts that only that page showed are gone. */
const passwordPageOf = (url: string): string => new URL('/password', url).href

/**
 * Addresses whose content this visit read completely. A password page hides the other pages, so for
 * a protected shop only the shop's own file counts.
 */
function pagesRead({ meta, pages, products }: ParsedVisit, isProtected: boolean): string[] {
  const open = isProtected
    ? []
    : pages
        .filter(({ page, scan }) => isAnswer(page.status) && !scan.isTruncated)
        .flatMap(({ page }) => [page.url, passwordPageOf(page.url)])
  const files = [meta?.page.url, isProtected || products?.status !== 200 ? undefined : products.url]
  return [...new Set([...open, ...files.filter((url) => url !== undefined)])]
}
