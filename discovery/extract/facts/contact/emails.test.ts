import { expect, test } from 'vitest'
import { foldText } from '#discovery/document/fold-text.ts'
import type { Page } from '#discovery/document/page.ts'
import { inCapitals } from '#testing/discovery/in-capitals.ts'
import { extract, metaJson, pageOf, storePage } from '#testing/discovery/store-page.ts'
import { isForeignDomain, isPlaceholderLocal } from './email-blocklist.ts'
import { EMAIL_LABEL_AT_END, EMAIL_LABELS, HANDLE_WORDS, HANDLES } from './email-words.ts'

const HOST = 'lumen-und-filz.ch'
const emailsOf = (body: string, contact: Page[] = []) =>
  extract(
    { home: pageOf(storePage({ body })), meta: pageOf(metaJson({ domain: HOST })), contact },
    HOST,
  ).emails.flatMap(({ value }) => (value.isBusinessContact ? value.address : []))
const emailsOn = (path: string, body: string) =>
  emailsOf('', [pageOf(storePage({ body }), { url: `https://${HOST}${path}` })])

// Sources: names of templates after thoughtbot/administrate#149, addresses of services after
// falconsw/Email-Scraper; handles and other rows own.

test.each([
  ['hallo<span>@</span>filz.ch', 'hallo@filz.ch'],
  ['<span>hallo</span><span>@</span><span>filz.ch</span>', 'hallo@filz.ch'],
  ['hallo@<b>filz.ch</b>', 'hallo@filz.ch'],
  ['E-Mail: <b>anna.berg</b><b>@filz.ch</b>', 'anna.berg@filz.ch'],
  ['<span>info</span>@filz.ch', 'info@filz.ch'],
  ['<b>kundenservice</b><i>@filz.ch</i>', 'kundenservice@filz.ch'],
  ['Courriel : <span>lea</span><span>@filz.ch</span>', 'lea@filz.ch'],
  ['E-posta: <span>destek</span><span>@filz.ch</span>', 'destek@filz.ch'],
  ['Correo electrónico: <em>ines</em><em>@filz.ch</em>', 'ines@filz.ch'],
  ['Write to hello<span>＠</span>filz.ch', 'hello@filz.ch'],
  ['info<i>@</i>filz<i>.</i>ch', 'info@filz.ch'],
  ['Fragen? <span>info</span>@filz.ch', 'info@filz.ch'],
])('%j has the composed address %s', (body, address) => {
  expect(emailsOf(`<footer><p>${body}</p></footer>`)).toEqual([address])
})

test.each([
  '<b>Instagram</b><span>@lumen.shop</span>',
  '<b>Follow</b><a>@lumen.shop</a>',
  'Folge uns<span>@lumen.shop</span>',
  '<span>Suivez-nous</span><span>@lumen.shop</span>',
  '<span>TikTok</span><i>@</i>lumen.shop',
  '<b>TAKİP</b><span>@lumen.shop</span>',
  '<b>Síguenos</b><b>@lumen.shop</b>',
  '<b>Marie</b><span>@lumen.shop</span>',
  '<b>Shop</b><span>@lumen.shop</span>',
  'Photo: <b>anna</b><span>@anna.photo</span>',
  '<span>インスタグラム</span><span>@lumen.shop</span>',
  '<b>Segui</b><b>@lumen.shop</b>',
  'Join our community<span>@lumen.community</span>',
  'Ask the team<span>@lumen.shop</span>',
])('%j is a handle, not an address', (body) => {
  expect(emailsOf(`<footer><p>${body}</p></footer>`)).toEqual([])
})

test.each([
  'yourstorename.com',
  'mystore.shop',
  'your-shop.co.uk',
  'company-name.com',
  'example.com.au',
  'reallygreatsite.com',
  'meinshop.de',
  'deine-firma.de',
  'ihrunternehmen.at',
  'musterfirma.de',
  'votreboutique.fr',
  'nom-de-votre-boutique.com',
  'masociete.fr',
  'tuempresa.es',
  'nombredetudominio.com',
  'ejemplotienda.com',
  'sualoja.com.br',
  'nomedaloja.pt',
  'magazaniz.com',
  'siteadi.com.tr',
  'ornekmagaza.com',
  'iltuonegozio.it',
  'nomeazienda.it',
  'jouwwinkel.nl',
  'uwbedrijf.be',
  'twojsklep.pl',
  'nazwafirmy.pl',
  'dittforetag.se',
  'dinbutik.dk',
  'dinbedrift.no',
  'verkkokauppasi.fi',
  'vasefirma.cz',
  'ourcompany.com',
  'yourecommerce.com',
  'unserefirma.de',
  'nuestratienda.es',
  'nossaloja.com.br',
  'nostronegozio.it',
  'bizimmagaza.com',
  'correo.com',
])('%s is a name that a template leaves to the merchant', (domain) => {
  expect(isForeignDomain(domain)).toBe(true)
})

test.each([
  'storehouse.com',
  'mybrandt.com',
  'yourstory.com',
  'shopify-experts.example-agency.com',
  'beispielhaft.de',
  'meinschmuck.de',
  'ihrhaus.de',
  'maboutiquedelaine.fr',
  'monamour.fr',
  'tutu.es',
  'tiendanube.example',
  'sualuz.com.br',
  'lojadamaria.pt',
  'magazam34.com',
  'ornektepe.com.tr',
  'tuscany.it',
  'mijnkaars.nl',
  'mojelampy.pl',
  'mindful.se',
  'dhlamps.de',
  'upsidedown.com',
  'glsamba.com',
  'ups-and-downs.com',
  'hermes-leder.de',
])('%s may be the domain of a shop', (domain) => {
  expect(isForeignDomain(domain)).toBe(false)
})

test.each([
  'votre',
  'tu',
  'your.name',
  'tu-correo',
  'deine_email',
  'ornek',
  'voorbeeld',
  'maxmustermann',
])('%s is the mailbox of a template', (local) => expect(isPlaceholderLocal(local)).toBe(true))

test('a shop whose domain looks like a template’s keeps its own addresses', () => {
  const domain = 'meinshop.de'
  const home = pageOf(storePage({ body: `<footer>info@${domain}</footer>` }))
  const { emails } = extract({ home, meta: pageOf(metaJson({ country: 'DE', domain })) }, domain)
  expect(emails.map(({ value }) => value.address)).toEqual(['info@meinshop.de'])
})

test.each([
  'support@printful.com',
  'customerservice@royalmail.com',
  'support@afterpay.com.au',
  'kundenservice@dpd.at',
  'service@gls-pakete.de',
  'contact@mondialrelay.fr',
  'atencioncliente@correos.es',
  'clientes@ctt.pt',
  'info@araskargo.com.tr',
  'assistenza@brt.it',
  'klantenservice@postnl.nl',
  'pomoc@inpost.pl',
  'kundservice@postnord.se',
  'kundeservice@bring.no',
  'hello@shipbob.com',
  'help@loox.io',
  'support@gorgias.com',
  'info@gls-germany.com',
  'kundenservice@dpd-austria.at',
  'info@dhl-de.com',
  'contact@contact.fr',
])('%s belongs to a service on any part of a page', (address) => {
  expect(
    emailsOn('/pages/contact', `<p>E-mail: <a href="mailto:${address}">${address}</a></p>`),
  ).toEqual([])
})

test.each([
  ['/pages/contact', '<p>Write to hello@filzverband.org.</p>', true],
  ['/pages/impressum', '<p>info@agentur-lampen.de</p>', true],
  ['/policies/contact-information', '<p>info@agentur-lampen.de</p>', true],
  ['/policies/shipping-policy', '<p>Kontakt: info@agentur-lampen.de</p>', true],
  ['/policies/refund-policy', '<p>E-Mail: info@agentur-lampen.de</p>', true],
  ['/policies/terms-of-service', '<p>Bize yazın: info@agentur-lampen.de</p>', true],
  ['/policies/refund-policy', '<p>Contact us at info@agentur-lampen.de</p>', true],
  ['/policies/refund-policy', '<p>Kontakt: info@lumen-und-filz.com</p>', true],
  ['/policies/refund-policy', '<p>Ask lumenundfilz@gmail.com</p>', true],
  ['/pages/about', '<footer>info@agentur-lampen.de</footer>', true],
  ['/policies/refund-policy', '<p>The carrier helps at info@agentur-lampen.de</p>', false],
  ['/policies/privacy-policy', '<p>Our partner: see support@agentur-lampen.de</p>', false],
  ['/policies/terms-of-service', '<p>A court asks office@agentur-lampen.de</p>', false],
  ['/policies/shipping-policy', '<p>Le transporteur répond (service@agentur-lampen.fr)</p>', false],
  ['/policies/shipping-policy', '<p>Kargo firması destek@kargolar.com.tr adresini okur</p>', false],
])('on %s, %j offers a contact of the shop: %s', (path, body, isContact) => {
  expect(emailsOn(path, body).length > 0).toBe(isContact)
})

test.each([
  '<p>Webdesign: info@agentur-lampen.de</p>',
  '<p>Our host: <a href="mailto:help@serveurnord.fr">help@serveurnord.fr</a></p>',
  '<p>Hébergement : Serveur Nord, contact@serveurnord.fr</p>',
  '<p>Agence web : bonjour@agence-nord.fr</p>',
  '<p>Externer Datenschutzbeauftragter: dsb@recht-nord.de</p>',
  '<p>Data protection officer: dpo@recht-nord.co.uk</p>',
  '<p>Alojamiento: hola@servidor-norte.es</p>',
])('on a contact page, %j offers no contact of the shop', (body) => {
  expect(emailsOn('/pages/contact', body)).toEqual([])
})

test('who protects the data of a shop may have a mailbox of the shop', () => {
  expect(emailsOn('/pages/contact', `<p>Datenschutzbeauftragter: dsb@${HOST}</p>`)).toEqual([
    `dsb@${HOST}`,
  ])
})

test('a role mailbox of a foreign domain in the text of the home page is no contact', () => {
  expect(emailsOf('<p>Made with info@agentur-lampen.de</p>')).toEqual([])
  expect(emailsOf('<p>Kontakt: info@agentur-lampen.de</p>')).toEqual(['info@agentur-lampen.de'])
})

test('each label and each word before a handle is known in capitals of its language', () => {
  expect(
    inCapitals(EMAIL_LABELS).filter((label) => !EMAIL_LABEL_AT_END.test(foldText(`${label}: `))),
  ).toEqual([])
  expect(inCapitals(HANDLES).filter((word) => !HANDLE_WORDS.has(foldText(word)))).toEqual([])
})
