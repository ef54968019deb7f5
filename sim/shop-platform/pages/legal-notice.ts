import { escapeHtml } from '../../escape-html.ts'
import type { PublicFacts } from '../public-facts.ts'
import type { ShopProfile } from '../shop-profile.ts'
import { termsOf } from '../terms.ts'

/** Who runs the shop, in the form that is customary in its country. */
export function legalNotice(profile: ShopProfile, facts: PublicFacts): string {
  const { brand, contact, city } = profile
  const number = termsOf(profile).registration?.number ?? ''
  const company = facts.company ?? ''
  const responsible = facts.responsible ?? ''
  const place = `${facts.postcode} ${city}`
  const mail = contact.email ?? ''
  const lines: Record<string, string[][]> = {
    de: [
      ['Angaben gemäß § 5 DDG'],
      [company, contact.street, place, 'Deutschland'],
      ['Vertreten durch:', responsible],
      ['Kontakt', ...(mail ? [`E-Mail: ${mail}`] : [])],
      [`Umsatzsteuer-Identifikationsnummer: ${number}`],
      ['EU-Streitschlichtung', 'Die Plattform der EU für Streitfälle nennt eine eigene Adresse.'],
    ],
    fr: [
      [`Éditeur du site : ${company}`],
      [`Siège social : ${contact.street}, ${place}`],
      [`Directeur de la publication : ${responsible}`],
      [`SIRET : ${number}`],
      [
        'Hébergeur : Shopify International Ltd',
        'Victoria Buildings, 1-2 Haddington Road, Dublin 4',
      ],
    ],
    es: [
      [`Titular de la web: ${company}`],
      [`Domicilio social: ${contact.street}, ${place}`],
      [`Representante legal: ${responsible}`],
      [`CIF: ${number}`],
    ],
    it: [
      [`Ragione sociale: ${company}`],
      [`Sede legale: ${contact.street}, ${place}`],
      [`Legale rappresentante: ${responsible}`],
      [`P.IVA ${number}`],
    ],
  }
  const blocks = lines[brand.country.language] ?? [[company]]
  return blocks
    .map((block) => `<p>${block.map((line) => escapeHtml(line)).join('<br>')}</p>`)
    .join('\n')
}
