import { at, hash } from '../../random.ts'
import { UI } from '../catalogue/texts.ts'
import { escapeHtml } from '../markup.ts'
import type { ShopProfile } from '../shop-profile.ts'

export function footer(profile: ShopProfile): string {
  const { brand, contact } = profile
  const { language } = brand.country
  const social = contact.socials.map(
    (url) =>
      `<li class="list-social__item"><a href="${url}" class="link list-social__link">${escapeHtml(new URL(url).hostname.split('.')[1] ?? '')}</a></li>`,
  )
  return `<footer class="footer"><div class="footer__content-top">
<div class="footer-block"><h2 class="footer-block__heading">${escapeHtml(brand.name)}</h2>${footerContact(profile)}</div>
<div class="footer-block"><ul class="footer-block__details-content">
<li><a href="/policies/privacy-policy">${escapeHtml(UI.privacy[language])}</a></li><li><a href="/policies/refund-policy">${escapeHtml(UI.refund[language])}</a></li>
<li><a href="/policies/contact-information">${escapeHtml(UI.contactInformation[language])}</a></li><li><a href="/pages/contact">${escapeHtml(UI.contact[language])}</a></li></ul></div>
<div class="footer-block--newsletter"><form method="post" action="/contact#ContactFooter" accept-charset="UTF-8"><input type="hidden" name="form_type" value="customer"><label for="NewsletterForm">${escapeHtml(UI.newsletter[language])}</label><input id="NewsletterForm" type="email" name="contact[email]" placeholder="${contact.hasJunk ? 'email@example.com' : escapeHtml(UI.email[language])}"></form></div>
<ul class="footer__list-social list-social" role="list">${social.join('')}</ul></div>
<small class="copyright__content">&copy; ${new Date(profile.loggedMs).getUTCFullYear()}, <a href="/">${escapeHtml(brand.name)}</a> <a href="https://www.shopify.com">Powered by Shopify</a></small></footer>`
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

/** The ways in which merchants write an address into a link. */
export function mailLink(email: string, key: number): string {
  const form = hash(key, 'mail-form') % 4
  if (form === 1) return `<a href="mailto:${email}?subject=Hello">${email}</a>`
  if (form === 2)
    return `<a href="mailto:${[...email].map((letter) => `&#${letter.charCodeAt(0)};`).join('')}">${[...email].map((letter) => `&#x${letter.charCodeAt(0).toString(16)};`).join('')}</a>`
  if (form === 3) return `<a href="mailto:${email.replace('@', '%40')}" target="_blank">E-Mail</a>`
  return `<a href="mailto:${email}">${email}</a>`
}

export function phoneMarkup({ contact, key }: ShopProfile): string {
  if (!contact.phone) return ''
  const digits = contact.phone.replace(/[^\d+]/g, '')
  return contact.isPhoneLinked
    ? `<a href="tel:${at([digits, contact.phone.replaceAll(' ', '')], key)}">${contact.phone}</a>`
    : contact.phone
}

/** Things on real pages that look like contact data of the shop and are none. */
export function junk({ contact, theme, key }: ShopProfile): string {
  if (!contact.hasJunk) return ''
  return `<!-- Theme set-up by pixel-forge-agency.test, questions: studio@pixel-forge-agency.test -->
<script>window.reviewWidget={dsn:"https://9f${key.toString(16)}@sentry.review-widget.test/42",owner:"developer@review-widget.test",ids:[4412345678${key % 10},${theme.id}]};</script>
<img src="/cdn/shop/files/logo_160x@2x.png?v=1657987699" alt="" width="160" height="40" loading="lazy">
<p class="visually-hidden">203 - 205 / 2026-11-20 / 19.99 / 4006381333931</p>`
}
