import { at, hash } from '../../random.ts'
import { UI } from '../catalogue/texts.ts'
import { HANDLE_LINES, TEMPLATE_LINES } from '../catalogue/writings.ts'
import { escapeHtml } from '../../escape-html.ts'
import { publicFactsOf, type PublicFacts } from '../public-facts.ts'
import type { ShopProfile } from '../shop-profile.ts'
import { termsOf } from '../terms.ts'
import { policyTitle } from './policy-title.ts'

export function footer(profile: ShopProfile): string {
  const { brand, contact } = profile
  const { language } = brand.country
  const facts = publicFactsOf(profile)
  const social = contact.socials.map(
    (url) =>
      `<li class="list-social__item"><a href="${url}" class="link list-social__link">${escapeHtml(new URL(url).hostname.split('.')[1] ?? '')}</a></li>`,
  )
  return `<footer class="footer"><div class="footer__content-top">
<div class="footer-block"><h2 class="footer-block__heading">${escapeHtml(brand.name)}</h2>${footerContact(profile)}</div>
<div class="footer-block"><ul class="footer-block__details-content">
${facts.policies.map((handle) => `<li><a href="/policies/${handle}">${escapeHtml(policyTitle(handle, language))}</a></li>`).join('')}<li><a href="/pages/contact">${escapeHtml(UI.contact[language])}</a></li></ul></div>
<div class="footer-block--newsletter"><form method="post" action="/contact#ContactFooter" accept-charset="UTF-8"><input type="hidden" name="form_type" value="customer"><label for="NewsletterForm">${escapeHtml(UI.newsletter[language])}</label><input id="NewsletterForm" type="email" name="contact[email]" placeholder="${contact.hasJunk ? 'email@example.com' : escapeHtml(UI.email[language])}"></form></div>
<ul class="footer__list-social list-social" role="list">${social.join('')}</ul>${languageMenu(facts)}${countryMenu(profile)}</div>
${paymentPictures(facts, profile.generation)}
<small class="copyright__content">&copy; ${new Date(profile.loggedMs).getUTCFullYear()}, <a href="/">${escapeHtml(brand.name)}</a> <a href="https://www.shopify.com">Powered by Shopify</a></small></footer>`
}

const SHARE =
  '<a href="https://twitter.com/share?text=x">Tweet</a><a href="https://www.facebook.com/shopify">Facebook</a>'

/** Pictures of payment brands: inline SVG since 2023, files before that. */
function paymentPictures({ payments }: PublicFacts, generation: number): string {
  const items = payments.map(({ id, title }) =>
    generation === 2021
      ? `<li class="payment-icons__item"><img class="payment-icon" alt="${title}" src="//cdn.shopify.com/shopifycloud/shopify/assets/payment_icons/${id}-65d650f7a1.svg" width="38" height="24"></li>`
      : `<li class="list-payment__item"><svg class="icon icon--full-color" viewBox="0 0 38 24" role="img" width="38" height="24" aria-labelledby="pi-${id}"><title id="pi-${id}">${title}</title><path opacity=".07" d="M35 0H3C1.3 0 0 1.3 0 3v18c0 1.7 1.4 3 3 3h32"/></svg></li>`,
  )
  return `<div class="footer__payment"><ul class="list list-payment" role="list">${items.join('')}</ul></div>`
}

function languageMenu({ languages }: PublicFacts): string {
  if (languages.length < 2) return ''
  const links = languages.map(
    (language) =>
      `<li class="disclosure__item"><a class="link disclosure__link" href="#" hreflang="${language}" lang="${language}" data-value="${language}">${language}</a></li>`,
  )
  return `<form method="post" action="/localization" class="localization-form"><ul class="disclosure__list" role="list">${links.join('')}</ul><input type="hidden" name="locale_code" value="${languages[0] ?? 'en'}"></form>`
}

function countryMenu(profile: ShopProfile): string {
  const { markets } = termsOf(profile)
  if (markets.length < 2) return ''
  const items = markets.map(
    ({ country, currency }) =>
      `<li class="disclosure__item"><a class="link disclosure__link" href="#" data-value="${country}">${country} <span class="localization-form__currency">(${currency})</span></a></li>`,
  )
  return `<form method="post" action="/localization" class="localization-form"><ul class="disclosure__list" role="list">${items.join('')}</ul><input type="hidden" name="country_code" value="${profile.brand.country.code}"></form>`
}

function footerContact(profile: ShopProfile): string {
  const { contact, brand } = profile
  const { language } = brand.country
  const lines: string[] = []
  if (contact.email && contact.emailPlaces.includes('footer_link'))
    lines.push(`<p>${mailLink(contact.email, profile.key)}</p>`)
  if (contact.email && contact.emailPlaces.includes('footer_text'))
    lines.push(`<p>${escapeHtml(UI.writeUs[language])} ${escapeHtml(contact.email)}</p>`)
  if (contact.phone && profile.key % 2 === 0)
    lines.push(`<p>${escapeHtml(UI.callUs[language])}: ${phoneMarkup(profile)}</p>`)
  return lines.join('')
}

/** The various ways in which merchants write an address into a link. */
export function mailLink(email: string, key: number): string {
  const form = hash(key, 'mail-form') % 4
  if (form === 1) return `<a href="mailto:${email}?subject=Hello">${email}</a>`
  if (form === 2)
    return `<a href="mailto:${[...email].map((letter) => `&#${letter.charCodeAt(0)};`).join('')}">${[...email].map((letter) => `&#x${letter.charCodeAt(0).toString(16)};`).join('')}</a>`
  if (form === 3) return `<a href="mailto:${email.replace('@', '%40')}" target="_blank">E-Mail</a>`
  return `<a href="mailto:${email}">${email}</a>`
}

/** A national number with the separators of its country: blanks, dots, dashes or slashes. */
export function phoneText({ contact, key }: Pick<ShopProfile, 'contact' | 'key'>): string {
  const phone = contact.phone ?? ''
  const isInGroups = /^0\d+(?: \d+)+$/.test(phone)
  return isInGroups ? phone.replaceAll(' ', at([' ', '.', '-', '/'], hash(key, 'groups'))) : phone
}

export function phoneMarkup({ contact, key }: ShopProfile): string {
  if (!contact.phone) return ''
  const shown = phoneText({ contact, key })
  const digits = contact.phone.replace(/[^\d+]/g, '')
  return contact.isPhoneLinked
    ? `<a href="tel:${at([digits, contact.phone.replaceAll(' ', '')], key)}">${shown}</a>`
    : shown
}

/** Elements of real pages that look like the shop's contact data but are not. */
export function junk({ brand, contact, theme, key }: ShopProfile): string {
  if (!contact.hasJunk) return ''
  const { language } = brand.country
  const handle = brand.domain.split('.')[0] ?? 'shop'
  return `<!-- Theme set-up by pixel-forge-agency.test, questions: studio@pixel-forge-agency.test -->
<script>window.reviewWidget={dsn:"https://9f${key.toString(16)}@sentry.review-widget.test/42",owner:"developer@review-widget.test",ids:[4412345678${key % 10},${theme.id}]};</script>
<img src="/cdn/shop/files/logo_160x@2x.png?v=1657987699" alt="" width="160" height="40" loading="lazy">
<div class="share-buttons">${SHARE}</div>
<p>${HANDLE_LINES[language].replaceAll('{handle}', handle)}</p><p>${escapeHtml(TEMPLATE_LINES[language])}</p>
<p class="visually-hidden">203 - 205 / 2026-11-20 / 19.99 / 4006381333931</p>`
}
