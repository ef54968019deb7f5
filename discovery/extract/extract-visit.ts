import { hostOfUrl } from '#discovery/document/urls.ts'
import {
  type ParsedProducts,
  parseProducts,
  type ProductRecord,
} from '#discovery/products/parse-products.ts'
import { classifyStore } from './classify-store.ts'
import { extractApps } from './facts/apps.ts'
import {
  extractFurtherAddresses,
  extractOpeningHours,
  extractRating,
} from './facts/business-data.ts'
import { extractCatalogue, extractProductCount } from './facts/catalogue.ts'
import { extractCategory } from './facts/category.ts'
import { extractCompany } from './facts/company.ts'
import { ownNamesOf } from './facts/email-kind.ts'
import { extractContactForm, extractEmails } from './facts/emails.ts'
import { extractHomeProducts } from './facts/home-products.ts'
import {
  extractAbout,
  extractDomain,
  extractLogo,
  extractName,
  extractShop,
  extractShopId,
  extractStatus,
  extractTheme,
} from './facts/identity.ts'
import {
  extractAboutLanguage,
  extractCountry,
  extractCurrency,
  extractLanguages,
  extractLocale,
  extractPlace,
} from './facts/market.ts'
import { extractFreeShipping, extractMarkets, extractPayLater } from './facts/offers.ts'
import { extractPaymentBrands } from './facts/payments.ts'
import { extractPhones, phoneCountryFor } from './facts/phones.ts'
import { extractPixels } from './facts/pixels.ts'
import { extractPolicies } from './facts/policies.ts'
import { extractRegistrations } from './facts/registrations.ts'
import { extractSocials } from './facts/socials.ts'
import { parseVisit, type ParsedPage, type ParsedVisit } from './parsed-visit.ts'
import { extractSignals } from './signals/extract-signals.ts'
import { notAStore, type StoreSnapshot, type VisitPages } from './store-snapshot.ts'

export type ExtractedVisit = { snapshot: StoreSnapshot; products: ProductRecord[] }

const NO_PRODUCTS: ParsedProducts = { products: [], listed: 0, problem: 'not_json' }

/**
 * All facts of one visit, each with the place where it was found. Pure and total: accepts any
 * bytes, never throws. If several places state the same fact, the shop's own files take precedence
 * over its pages, and its pages over values that depend on the visitor's market. `visitedHost` may
 * be empty for a page read from a file.
 */
export function extractVisit(pages: VisitPages, visitedHost: string): ExtractedVisit {
  const visit = parseVisit(pages, visitedHost)
  const verdict = classifyStore(visit)
  if (!verdict.isStore) return { snapshot: describeOther(visit, verdict.reason), products: [] }

  const shop = extractShop(visit)
  const shopId = extractShopId(visit)
  const domain = extractDomain(visit)
  const name = extractName(visit)
  const country = extractCountry(visit)
  const currency = extractCurrency(visit)
  const ownHosts = ownHostsOf(visit, shop?.value ?? null)
  const baseUrl = `https://${domain?.value ?? visit.visitedHost}/`
  const catalogue = parseCatalogue(visit, currency?.value ?? null, baseUrl)
  const productCount = extractProductCount(visit, catalogue)
  const own = ownNamesOf(
    [...ownHosts].filter((host) => host !== shop?.value),
    [name?.value, shop?.value.split('.')[0]],
  )
  const about = extractAbout(visit)
  const status = extractStatus(visit, catalogue.products.length)
  const locale = extractLocale(visit)
  const snapshot: StoreSnapshot = {
    isStore: true,
    notStoreReason: null,
    shop,
    shopId,
    domain,
    name,
    about,
    status,
    country,
    currency,
    locale,
    theme: extractTheme(visit),
    productCount,
    catalogue: extractCatalogue(visit, catalogue),
    ...extractHomeProducts(visit, ownHosts),
    logo: extractLogo(visit, baseUrl),
    emails: extractEmails(visit.pages, own),
    phones: extractPhones(
      visit.pages,
      phoneCountryFor(country?.value ?? null, [domain?.value, visit.visitedHost]),
    ),
    pixels: extractPixels(visit.pages),
    apps: extractApps(visit.pages, ownHosts),
    ...extractPlace(visit),
    ...extractBusiness(visit.pages),
    ...extractOffers(visit),
    languages: extractLanguages(visit.pages, locale),
    aboutLanguage: extractAboutLanguage(about),
    category: extractCategory(visit, catalogue.products, name?.value ?? null, about?.value ?? null),
    socials: extractSocials(visit.pages, own),
    policies: extractPolicies(visit.pages, linkHostsOf(visit, ownHosts)),
    contactForm: extractContactForm(visit.pages),
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

/** Who runs the shop, and where. */
function extractBusiness(pages: ParsedPage[]) {
  const company = extractCompany(pages)
  return {
    ...company,
    furtherAddresses: extractFurtherAddresses(pages, company.address?.value ?? null),
    registrations: extractRegistrations(pages),
    rating: extractRating(pages),
    openingHours: extractOpeningHours(pages),
  }
}

/** On which terms it sells. */
function extractOffers(visit: ParsedVisit) {
  const paymentBrands = extractPaymentBrands(visit)
  return {
    paymentBrands,
    payLater: extractPayLater(visit.pages, paymentBrands),
    markets: extractMarkets(visit.pages),
    freeShipping: extractFreeShipping(visit.pages),
  }
}

/** Hosts of the shop's own files. */
function ownHostsOf({ visitedHost, pages, meta }: ParsedVisit, shop: string | null): Set<string> {
  const hosts = pages.flatMap(({ globals }) => [
    globals.features?.domain,
    globals.st?.pageHost,
    globals.initShop?.host,
  ])
  const all = [visitedHost, shop, meta?.domain, ...hosts]
  return new Set(all.filter((host): host is string => typeof host === 'string' && host !== ''))
}

/** The own hosts, plus the hosts that answered. */
const linkHostsOf = ({ pages }: ParsedVisit, ownHosts: Set<string>): Set<string> =>
  new Set([...ownHosts, ...pages.flatMap(({ page }) => hostOfUrl(page.url) ?? [])])

function parseCatalogue(
  visit: ParsedVisit,
  currency: string | null,
  hostUrl: string,
): ParsedProducts {
  if (!visit.products || visit.products.status >= 400) return NO_PRODUCTS
  return parseProducts(visit.products.body, { currency, hostUrl })
}

/**
 * Contact and name of a page that is not a store: harmless, and useful when a user checks a list of
 * sites. All facts that would make it look like a shop stay empty.
 */
function describeOther(visit: ParsedVisit, reason: string): StoreSnapshot {
  const name = extractName(visit)
  const locale = extractLocale(visit)
  const hosts = [visit.visitedHost]
  const own = ownNamesOf(hosts, [name?.value])
  return {
    ...notAStore(reason),
    name,
    locale,
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
