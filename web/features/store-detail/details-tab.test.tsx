import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Evidence } from '#contracts/facts.ts'
import { FactKey, StoreDetails } from '#contracts/stores.ts'
import { languages, type Language } from '#i18n/languages.ts'
import { createI18n } from '#web/lib/create-i18n.ts'
import { DetailsTab } from './details-tab.tsx'

const AT = '2026-11-20T10:00:00.000Z'
const evidence: Evidence = {
  label: 'observed',
  sourceUrl: 'https://lamp.example/',
  path: 'footer',
  observedAt: AT,
}
const unavailable: Evidence = { label: 'unavailable', sourceUrl: null, path: null, observedAt: null }

const bare: StoreDetails = StoreDetails.parse({
  id: 1,
  slug: 'lamp',
  name: 'Lamp',
  shopifyShop: null,
  shopifyShopId: null,
  shopifyWebsiteDomain: 'lamp.example',
  aboutStore: null,
  shopifyEmail: null,
  shopifyPhone: null,
  status: 'OPEN',
  shopifyCountry: null,
  shopifyCurrency: null,
  shopifyLang: null,
  shopifyShopCreatedDate: null,
  productCount: null,
  shopifyTheme: null,
  shopifyApps: [],
  storePixels: [],
  images: [],
  city: null,
  region: null,
  shipsTo: [],
  languages: [],
  aboutLanguage: null,
  category: null,
  emails: [],
  phones: [],
  contactFormUrl: null,
  socials: [],
  policies: [],
  paymentBrands: [],
  companyName: null,
  responsiblePerson: null,
  companyAddress: null,
  foundDay: '2026-11-20',
  foundAt: AT,
  visibleAt: AT,
  lastCheckedAt: AT,
  launchStatus: 'new',
  launchDate: null,
  launchConfidence: 'low',
  launchReason: 'no_evidence',
  movedHere: false,
  movedReason: null,
  evidence: Object.fromEntries(FactKey.options.map((key) => [key, unavailable])),
  signals: [],
  isSaved: false,
})

const full: StoreDetails = {
  ...bare,
  city: 'Bremen',
  region: 'Land Bremen',
  shipsTo: ['DE', 'AT'],
  languages: [{ code: 'de', evidence }],
  category: { id: 'home_living', confidence: 'high' },
  emails: [
    {
      address: 'hello@lamp.example',
      kind: 'role',
      provider: 'own',
      mailState: 'has_mx',
      mailCheckedAt: AT,
      evidence,
    },
  ],
  phones: [{ text: '0421 1', e164: '+494211', country: 'DE', evidence }],
  contactFormUrl: 'https://lamp.example/pages/contact',
  socials: [
    { network: 'instagram', handle: 'lamp.shop', url: 'https://www.instagram.com/lamp.shop', evidence },
  ],
  policies: [{ kind: 'privacy', url: 'javascript:alert(1)', evidence }],
  paymentBrands: [{ id: 'visa', name: 'Visa', evidence }],
  companyName: 'Lampen <b>GmbH</b>',
  responsiblePerson: 'Mira Aldern',
  companyAddress: 'Wollweg 1, 28195 Bremen',
  shopifyApps: [
    { handle: 'loox', name: 'Loox', source: 'app_block', sources: ['app_block', 'pixel'], evidence },
  ],
  storePixels: [
    { vendor: 'Meta', id: '123', evidence },
    { vendor: 'Custom pixel', id: '1', evidence },
    { vendor: 'Custom pixel', id: '2', evidence },
  ],
}

const textsOf = (language: Language, namespace: string): Record<string, unknown> =>
  JSON.parse(
    readFileSync(new URL(`../../../i18n/locales/${language}/${namespace}.json`, import.meta.url), 'utf8'),
  )

function render(store: StoreDetails, language: Language = 'en'): string {
  const texts = { 'store-details': textsOf(language, 'store-details'), common: textsOf(language, 'common') }
  return renderToStaticMarkup(
    <I18nextProvider i18n={createI18n(language, { [language]: texts })}>
      <MemoryRouter>
        <DetailsTab store={store} />
      </MemoryRouter>
    </I18nextProvider>,
  )
}

test.each(languages)('every fact finds its place, and every word is there in %s', (language) => {
  const page = render(full, language)
  const values =
    'Bremen|hello@lamp.example|+494211|lamp.shop|Visa|Lampen &lt;b&gt;GmbH|Mira Aldern|Wollweg 1, 28195 Bremen|Loox|Meta'
  for (const value of values.split('|')) expect(page).toContain(value)
  expect(page).not.toMatch(/store-details[:.]|(?:emailKind|mailState|policyKind|category|facts)\.[a-z]/)
})

test('links lead to web pages only, and tell nobody where from', () => {
  const page = render(full)
  expect(page).not.toContain('javascript:')
  const outward = page.match(/<a [^>]*href="https?:[^>]*>/g) ?? []
  expect(outward.length).toBeGreaterThan(1)
  for (const link of outward) expect(link).toContain('rel="noopener nofollow ugc noreferrer"')
})

test('custom pixels are counted', () => {
  expect(render(full)).toContain('2 custom pixels')
})

test('what is missing is called so, and what is gone with the day on which it was seen last', () => {
  expect(render(bare)).toContain(String(textsOf('en', 'common')['notPublished']))
  const gone: Evidence = { ...evidence, label: 'unavailable', goneAt: '2026-12-01T00:00:00.000Z' }
  const page = render({ ...bare, evidence: { ...bare.evidence, company: gone } })
  expect(page).toContain('No longer published. Last seen Nov 20, 2026.')
})
