import { describe, expect, test } from 'vitest'
import {
  extract,
  extractHome,
  pageOf,
  STORE_HOST as HOST,
  storePage,
} from '#testing/discovery/store-page.ts'
import type { Page } from '#discovery/document/page.ts'
import { registrationsInText } from '#discovery/extract/facts/company/registrations.ts'

const extractWith = (contact: Page, options: { head?: string; body?: string }) =>
  extract({ home: pageOf(storePage(options)), contact: [contact] })
const linkedData = (fields: Record<string, unknown>) => ({
  head: `<script type="application/ld+json">${JSON.stringify({ '@type': 'OnlineStore', name: 'Lumen', ...fields })}</script>`,
})
const legalPage = (text: string): Page =>
  pageOf(storePage({ body: `<div>${text}</div>` }), { url: `https://${HOST}/pages/impressum` })

describe('tax and register numbers', () => {
  test.each([
    ['USt-IdNr.: DE136695976', 'vat', 'DE136695976'],
    ['Umsatzsteuer-Identifikationsnummer gemäß § 27 a: DE 136 695 976', 'vat', 'DE 136 695 976'],
    ['VAT number: GB980780684', 'vat', 'GB980780684'],
    ['TVA intracommunautaire : FR40303265045', 'vat', 'FR40303265045'],
    ['P.IVA 04183070152', 'vat', '04183070152'],
    ['BTW-nummer: NL004183071B01', 'vat', 'NL004183071B01'],
    ['Steuernummer: 12/345/67890', 'tax', '12/345/67890'],
    ['CIF: B58304171', 'tax', 'B58304171'],
    ['Vergi No: 4540536920', 'tax', '4540536920'],
    ['Amtsgericht Kiel HRB 12345', 'register', 'HRB 12345'],
    ['SIRET : 732 829 320 00074', 'register', '732 829 320 00074'],
    ['KvK-nummer: 12345678', 'register', '12345678'],
    ['CNPJ: 16.727.230/0001-97', 'register', '16.727.230/0001-97'],
    ['ЕИК: 175074752', 'register', '175074752'],
    ['法人番号：7000012050002', 'register', '7000012050002'],
  ])('%s', (text, kind, number) => expect(registrationsInText(text)).toEqual([{ kind, number }]))

  test.each([
    'CPF: 123.456.789-00',
    'All prices include VAT. Order 4006381333931',
    'Tel. 030 901820',
  ])('%s is not read as a company registration', (text) =>
    expect(registrationsInText(text)).toEqual([]),
  )

  test('come with the page that prints them, each once', () => {
    const body = '<footer><p>USt-IdNr. DE136695976</p></footer>'
    const legal = legalPage('<p>Umsatzsteuer-ID:</p><p>DE136695976</p><p>HRB 77</p>')
    const found = extractWith(legal, { body })
    expect(found.registrations.map(({ value }) => value.number)).toEqual(['DE136695976', 'HRB 77'])
    expect(found.registrations[1]?.evidence).toMatchObject({
      url: `https://${HOST}/pages/impressum`,
      path: 'legal notice text',
    })
  })
})

test('markets are the entries of the country menu, and not of the language menu', () => {
  const item = (code: string, name: string, money: string) =>
    `<li><a href="#" data-value="${code}">${name} <span class="currency">(${money})</span></a></li>`
  const menu = `<ul>${item('CH', 'Schweiz', 'CHF CHF')}${item('DE', 'Deutschland', 'EUR €')}</ul><input type="hidden" name="country_code">`
  const select =
    '<select name="country_code"><option value="US" selected>USA (USD $)</option></select>'
  const languages = '<a data-value="DE" href="#">Deutsch (ABC)</a>'
  const marketsOf = (body: string) => extractHome({ body }).markets?.value ?? null
  expect(marketsOf(menu)).toEqual([
    { country: 'CH', currency: 'CHF' },
    { country: 'DE', currency: 'EUR' },
  ])
  expect(marketsOf(select)).toEqual([{ country: 'US', currency: 'USD' }])
  expect(marketsOf(languages)).toBeNull()
})

test('pay-later services are found by picture, script and the platform’s notice', () => {
  const body = `<footer><svg aria-labelledby="pi-klarna"></svg><svg aria-labelledby="pi-visa"></svg></footer>
    <script src="https://js.afterpay.com/afterpay-1.x.js"></script><shopify-payment-terms></shopify-payment-terms>`
  expect(extractHome({ body }).payLater.map(({ value }) => value.id)).toEqual([
    'klarna',
    'afterpay',
    'shop_pay_installments',
  ])
  expect(extractHome().payLater).toEqual([])
})

test('only a valid rating of the shop itself counts', () => {
  const rated = (aggregateRating: unknown) => extractHome(linkedData({ aggregateRating })).rating
  expect(rated({ ratingValue: '4,7', reviewCount: '1284' })).toMatchObject({
    value: { value: 4.7, best: 5, count: 1284 },
    label: 'observed',
  })
  expect(rated({ ratingValue: 9, bestRating: 10, ratingCount: 3 })?.value).toEqual({
    value: 9,
    best: 10,
    count: 3,
  })
  for (const unsound of [
    { ratingValue: 7, reviewCount: 2 },
    { ratingValue: 4 },
    { ratingValue: 4, reviewCount: 0 },
    'x',
  ])
    expect(rated(unsound)).toBeNull()
  const ofProduct = { '@type': 'Product', aggregateRating: { ratingValue: 5, reviewCount: 9 } }
  expect(extractHome(linkedData(ofProduct)).rating).toBeNull()
})

test('opening hours are read in both writings of structured data', () => {
  const hours = (fields: Record<string, unknown>) =>
    extractHome(linkedData(fields)).openingHours?.value ?? null
  expect(hours({ openingHours: ['Mo-Fr 09:00-18:00', 'Sa,Su 10:00-14:00'] })).toEqual([
    { days: [1, 2, 3, 4, 5], opens: '09:00', closes: '18:00' },
    { days: [6, 7], opens: '10:00', closes: '14:00' },
  ])
  const specification = {
    dayOfWeek: ['Monday', 'https://schema.org/Tuesday'],
    opens: '9:30',
    closes: '17:00:00',
  }
  expect(hours({ openingHoursSpecification: specification })).toEqual([
    { days: [1, 2], opens: '09:30', closes: '17:00' },
  ])
  expect(hours({ openingHours: 'whenever' })).toBeNull()
})

test('further addresses exclude the company’s own', () => {
  const place = (street: string) => ({
    '@type': 'PostalAddress',
    streetAddress: street,
    postalCode: '24103',
    addressLocality: 'Kiel',
  })
  const found = extractWith(
    legalPage('<p>Retourenadresse: Am Lager 7, 24103 Kiel</p>'),
    linkedData({
      address: place('Wollweg 12'),
      location: { '@type': 'Place', address: place('Hafenstr. 4') },
    }),
  )
  expect(found.address?.value).toBe('Wollweg 12, 24103 Kiel')
  expect(found.furtherAddresses.map(({ value }) => value)).toEqual([
    'Hafenstr. 4, 24103 Kiel',
    'Am Lager 7, 24103 Kiel',
  ])
})
