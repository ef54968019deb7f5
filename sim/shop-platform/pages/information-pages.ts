import { at, hash } from '../../random.ts'
import { ITEM_SENTENCES, UI } from '../catalogue/texts.ts'
import { CARRIER_LINES, PHONE_LINES } from '../catalogue/writings.ts'
import { escapeHtml } from '../../escape-html.ts'
import { ABOUT_PATH, aboutText } from '../about.ts'
import { publicFactsOf } from '../public-facts.ts'
import type { ShopProfile } from '../shop-profile.ts'
import type { Storefront } from '../storefront.ts'
import { mailLink, phoneMarkup, phoneText } from './footer.ts'
import { RETURNS_ADDRESS, termsOf } from '../terms.ts'
import { renderPage } from './layout.ts'
import { legalNotice } from './legal-notice.ts'
import { policyTitle } from './policy-title.ts'

export function contactPage(storefront: Storefront, path: string): string {
  const { profile } = storefront
  const { contact, brand } = profile
  const { language } = brand.country
  const isShown = contact.email !== null && contact.emailPlaces.includes('contact_page')
  return renderPage(storefront, {
    pageType: 'page',
    path,
    title: UI.contact[language],
    main: `<h1 class="main-page-title">${escapeHtml(UI.contact[language])}</h1><div class="rte">${isShown && contact.email ? `<p>${escapeHtml(UI.writeUs[language])} ${mailLink(contact.email, profile.key)}</p>` : ''}
${contact.phone ? `<p>${phoneLine(profile)}</p>` : ''}</div>
${publicFactsOf(profile).hasContactForm ? `<form method="post" action="/contact#ContactForm" id="ContactForm" accept-charset="UTF-8"><input type="hidden" name="form_type" value="contact"><input type="email" name="contact[email]" placeholder="${escapeHtml(UI.email[language])}"><textarea name="contact[body]"></textarea></form>` : ''}`,
  })
}

function phoneLine(profile: ShopProfile): string {
  const line = at(PHONE_LINES, hash(profile.key, 'phone-line'))[profile.brand.country.language]
  return escapeHtml(line).replace('{phone}', phoneMarkup(profile))
}

export function policyPage(storefront: Storefront, handle: string): string | null {
  const { profile } = storefront
  const { language } = profile.brand.country
  const facts = publicFactsOf(profile)
  if (!facts.policies.includes(handle)) return null
  const title = policyTitle(handle, language)
  const body =
    handle === 'contact-information'
      ? contactInformation(storefront)
      : handle === 'legal-notice'
        ? legalNotice(profile, facts)
        : policyText(storefront, handle)
  return renderPage(storefront, {
    pageType: 'policy',
    path: `/policies/${handle}`,
    title,
    main: `<div class="shopify-policy__container"><div class="shopify-policy__title"><h1>${escapeHtml(title)}</h1></div><div class="shopify-policy__body"><div class="rte">${body}</div></div></div>`,
  })
}

const asIs = (label: string): string => label
/** As the language of the shop writes capitals: `i` is `İ` in Turkish. */
const inCapitals = (locale: string) => (label: string) => label.toLocaleUpperCase(locale)

function contactInformation({ profile }: Storefront): string {
  const { contact, brand, city } = profile
  const { language } = brand.country
  const label = hash(profile.key, 'labels') % 3 === 0 ? inCapitals(brand.country.locale) : asIs
  const facts = publicFactsOf(profile)
  const lines = [`${label(UI.tradeName[language])}: ${facts.company ?? brand.name}`]
  if (contact.email && contact.emailPlaces.includes('contact_information'))
    lines.push(`${label(UI.email[language])}: ${contact.email}`)
  if (contact.phone) lines.push(`${label(UI.phone[language])}: ${phoneText(profile)}`)
  lines.push(`${label(UI.address[language])}: ${contact.street}, ${city}, ${brand.country.code}`)
  const { returnsAddress } = termsOf(profile)
  if (returnsAddress) lines.push(`${label(RETURNS_ADDRESS[language])}: ${returnsAddress}`)
  return lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')
}

function policyText({ profile }: Storefront, handle: string): string {
  const { contact, brand } = profile
  const isPrivacy = handle === 'privacy-policy'
  const { language } = brand.country
  const sentences = [0, 1, 2].map(
    (index) =>
      `<p>${escapeHtml(at(ITEM_SENTENCES, index)[language].replaceAll('{item}', brand.name))}</p>`,
  )
  if (isPrivacy && contact.email && contact.emailPlaces.includes('privacy_policy'))
    sentences.push(
      `<p>${escapeHtml(UI.writeUs[language])} <a href="mailto:${contact.email}">${escapeHtml(contact.email)}</a>.</p>`,
    )
  if (handle === 'shipping-policy')
    sentences.push(`<p>${escapeHtml(CARRIER_LINES[brand.country.language])}</p>`)
  return `<p>${escapeHtml(aboutText(profile))}</p>${sentences.join('\n')}`
}

export function aboutPage(storefront: Storefront): string {
  const { name } = storefront.profile.brand
  return renderPage(storefront, {
    pageType: 'page',
    path: ABOUT_PATH,
    title: name,
    main: `<h1>${escapeHtml(name)}</h1><div class="rte"><p>${escapeHtml(aboutText(storefront.profile))}</p></div>`,
  })
}
