import { describe, expect, test } from 'vitest'
import { cpuMsOf } from '#testing/cpu-time.ts'
import { organizationsOf, readLinkedData } from './linked-data.ts'
import { scanHtml } from './scan-html.ts'

function namesIn(...scripts: string[]) {
  const html = scripts.map((text) => `<script type="application/ld+json">${text}</script>`).join('')
  return organizationsOf(readLinkedData(scanHtml(html))).map((node) => node['name'])
}

const organization = (name: string) => `{"@type":"Organization","name":"${name}"}`

// Sources: texts after JSON and loose JSON after scrapinghub/extruct#109 and #84 and
// indix/web-auto-extractor#19; organisations own.

describe('structured data that is no JSON', () => {
  test.each([
    ['a semicolon', `${organization('Lumen')};`],
    ['a comma', `${organization('Lumen')},`],
    ['a comma in a list', '{"@type":"Organization","sameAs":["a",],"name":"Lumen",}'],
    ['CDATA', `<![CDATA[${organization('Lumen')}]]>`],
    ['CDATA in line comments', `//<![CDATA[\n${organization('Lumen')}\n//]]>`],
    ['CDATA in comments', `/*<![CDATA[*/ ${organization('Lumen')} /*]]>*/`],
    ['an HTML comment', `<!-- ${organization('Lumen')} -->`],
    ['a byte order mark', `\ufeff${organization('Lumen')}`],
    ['comments', `{ // don't [\n"@type": /* { */ "Organization", "name": "Lumen" }`],
    ['other quotation marks', `{'@type': 'Organization', name: 'Lumen'}`],
    ['all signs as entities', organization('Lumen').replaceAll('"', '&quot;')],
    ['all signs as numbers', organization('Lumen').replaceAll('"', '&#34;')],
    ['an unknown escape', String.raw`{"@type":"Organization","name":"Lu\men"}`],
    ['a broken escape', String.raw`{"@type":"Organization","name":"Lumen","slogan":"\u12 \x \8"}`],
    ['a line break in a text', '{"@type":"Organization","slogan":"a\r\n\tb","name":"Lumen"}'],
    ['a name before it', `var schema = ${organization('Lumen')};`],
    ['words behind it', `${organization('Lumen')} Ende`],
  ])('is read with %s', (_what, text) => expect(namesIn(text)).toEqual(['Lumen']))

  test.each([
    ['Möbelhaus &amp; Söhne', 'Möbelhaus & Söhne'],
    ['M&ouml;bel S&#252;d', 'Möbel Süd'],
    ['L&#39;Atelier d&eacute;co', 'L’Atelier déco'.replace('’', "'")],
    ['Diseño &quot;Luz&quot;', 'Diseño "Luz"'],
    ['I&#x15F;&#x131;k', 'Işık'],
    ['Luz &amp;amp; Cor', 'Luz &amp; Cor'],
    ['AT&T; co', 'AT&T; co'],
    ['a &copy b', 'a &copy b'],
  ])('has the name %s read as %s', (written, name) =>
    expect(namesIn(organization(written))).toEqual([name]),
  )

  test.each([
    ['two commas', ',,"n":1}'],
    ['no value', ',"price":,"n":1}'],
    ['no comma between texts', ' "n":1}'],
  ])('with %s is read', (_what, end) =>
    expect(namesIn(organization('Lumen').replace(/\}$/, end))).toEqual(['Lumen']),
  )

  const rest = '"@type":"Organization","name":"Lumen"'
  // Sources: all rows own.
  test.each([
    ['quotation marks in a text', `{"description":"The "best" lamps of Kiel",${rest}}`],
    ['an inch sign in a text', `{"description":"Lamp of 5" and more",${rest}}`],
    ['a number with a leading zero', `{"postalCode":01234,${rest}}`],
    ['a number with a plus sign', `{"telephone":+49 30 23125014,${rest}}`],
    ['a number without a digit in front', `{"ratingValue":.5,${rest}}`],
    ['an expression of a template as a value', `{"logo":{{ settings.logo | json }},${rest}}`],
    ['expressions in a list', `{"sameAs":[{{ a }},{{ b }}],${rest}}`],
    ['tags of a template', `{% if a %}{"logo":1,{% endif %}${rest}}`],
    ['an error in another value', `{"logo":Liquid error: x,${rest}}`],
    ['words of other languages', `{"a":True,"b":None,"c":undefined,"d":NaN,${rest}}`],
  ])('with %s is read', (_what, text) => expect(namesIn(text)).toEqual(['Lumen']))

  test.each(['{{ shop.name | json }}', 'Liquid error: x'])('has no name where it says %s', (name) =>
    expect(namesIn(`{"@type":"Organization","name":${name}}`)).toEqual([null]),
  )

  test('with curved quotation marks is read', () => {
    expect(namesIn('{“@type”: “Organization”, “name”: “Lumen”}')).toEqual(['Lumen'])
  })

  test('holds several values, with anything between them', () => {
    const texts = ['Lumen', 'Filz', 'Keçe'].map(organization)
    for (const between of ['\n', ',', ' ; ', '', ' -- '])
      expect(namesIn(texts.join(between))).toEqual(['Lumen', 'Filz', 'Keçe'])
    expect(namesIn(`[${texts[0]}]\n[${texts[1]},]`)).toEqual(['Lumen', 'Filz'])
  })

  test.each([
    ['half an object', '{"@type":"Organization","name":"Lumen"'],
    ['a function', '{"@type":"Organization","name":(function(){return "Lumen"})()}'],
    ['a sum', '{"@type":"Organization","name":"Lu"+"men"}'],
    ['a template', '{"@type":"Organization","name":`Lumen`}'],
    ['a text', '"{\\"@type\\":\\"Organization\\"}"'],
    ['a list of texts', '["Organization", "Lumen",]'],
    ['prose', 'Organization: Lumen'],
    ['nothing', ' '],
    ['a missing colon', '{"@type" "Organization", "name":"Lumen"}'],
    ['too deep a nesting', `${'['.repeat(100)}${organization('Lumen')},${']'.repeat(100)}`],
  ])('is nothing if it is %s', (_what, text) => expect(namesIn(text)).toEqual([]))

  test('a broken script leaves the next one readable', () => {
    expect(namesIn('{"@type":', organization('Lumen'))).toEqual(['Lumen'])
  })

  test('is read quickly when it is hostile', () => {
    const parts = ['{', '[', '"', "'", '//', '/*', '\\', '\\u', '{"a":', '&quot;', '{a:1},', '"\\"']
    for (const part of parts)
      for (const start of ['', '{', '{"a":"', '<!--//'])
        expect(cpuMsOf(() => namesIn(start + part.repeat(50_000 / part.length)))).toBeLessThan(500)
  })
})

describe('the organisation of a shop', () => {
  const name = '"name":"Lumen"'
  test.each([
    ['publisher', `{"@type":"WebSite","publisher":{"@type":"Organization",${name}}}`],
    ['mainEntity', `{"@type":"AboutPage","mainEntity":{"@type":"Organization",${name}}}`],
    ['about', `{"@type":"ContactPage","about":{"@type":"LocalBusiness",${name}}}`],
    ['a list', `{"@type":"WebPage","about":[{"@type":"Person"},{"@type":"OnlineStore",${name}}]}`],
    ['@graph', `{"@graph":[{"@type":"WebPage","mainEntity":{"@type":"Corporation",${name}}}]}`],
    ['an article', `{"@type":"BlogPosting","publisher":{"@type":"Organization",${name}}}`],
    ['the site of a page', `{"@type":"WebPage","isPartOf":{"@type":"WebSite","publisher":{"@type":"Store",${name}}}}`],
    ['a full type', `{"@type":"https://schema.org/Organization",${name}}`],
    ['a prefixed type', `{"@type":"schema:JewelryStore",${name}}`],
    ['several types', `{"@type":["Thing","Florist"],${name}}`],
    ...['OnlineBusiness', 'IceCreamShop', 'BeautySalon', 'TravelAgency', 'ProfessionalService', 'NGO', 'HealthClub', 'NewsMediaOrganization', 'CafeOrCoffeeShop', 'Winery']
      .map((type) => [type, `{"@type":"${type}",${name}}`]),
  ])('is found as %s', (_where, text) => expect(namesIn(text ?? '')).toEqual(['Lumen'])) // prettier-ignore

  test.each([
    ['what an article is about', `{"@type":"Article","about":{"@type":"Organization",${name}}}`],
    ['the publisher of a book', `{"@type":"Book","publisher":{"@type":"Organization",${name}}}`],
    ['the maker of a product', `{"@type":"Product","manufacturer":{"@type":"Organization",${name}}}`],
    ['the seller of an offer', `{"@type":"Product","offers":{"seller":{"@type":"Organization",${name}}}}`],
    ['the author of a review', `{"@type":"Review","author":{"@type":"Organization",${name}}}`],
    ['a service', `{"@type":"Service",${name}}`],
    ['a person', `{"@type":"Person",${name}}`],
    ['a page', `{"@type":"WebPage",${name}}`],
    ['a product in a page', `{"@type":"ItemPage","mainEntity":{"@type":"Product",${name}}}`],
    ['a publisher without a type', `{"@type":"WebSite","publisher":{${name}}}`],
    ['a publisher with an empty type', `{"@type":"WebSite","publisher":{"@type":"",${name}}}`],
    ['a publisher as a text', '{"@type":"WebSite","publisher":"Lumen"}'],
    ['an event’s organiser', `{"@type":"Event","organizer":{"@type":"Organization",${name}}}`],
  ])('is not %s', (_what, text) => expect(namesIn(text)).toEqual([])) // prettier-ignore

  test('by itself comes before that of a page', () => {
    const page = '{"@type":"WebSite","publisher":{"@type":"Organization","name":"Agency"}}'
    expect(namesIn(page, organization('Lumen'))).toEqual(['Lumen', 'Agency'])
  })
})
