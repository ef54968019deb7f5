import { escapeHtml } from '../markup.ts'
import type { PublicFacts } from '../public-facts.ts'
import type { ShopProfile } from '../shop-profile.ts'

/** Who runs the shop, in the form that is customary in its country. */
export function legalNotice({ brand, contact, city, key }: ShopProfile, facts: PublicFacts): string {
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
      [`Umsatzsteuer-Identifikationsnummer: DE${String(key).padStart(9, '1').slice(0, 9)}`],
      ['EU-Streitschlichtung', 'Die Plattform der EU für Streitfälle nennt eine eigene Adresse.'],
    ],
    fr: [
      [`Éditeur du site : ${company}`],
      [`Siège social : ${contact.street}, ${place}`],
      [`Directeur de la publication : ${responsible}`],
      [`SIRET : ${String(key).padStart(14, '4').slice(0, 14)}`],
      ['Hébergeur : Shopify International Ltd', 'Victoria Buildings, 1-2 Haddington Road, Dublin 4'],
    ],
    es: [
      [`Titular de la web: ${company}`],
      [`Domicilio social: ${contact.street}, ${place}`],
      [`Representante legal: ${responsible}`],
    ],
    it: [
      [`Ragione sociale: ${company}`],
      [`Sede legale: ${contact.street}, ${place}`],
      [`Legale rappresentante: ${responsible}`],
    ],
  }
  const blocks = lines[brand.country.language] ?? [[company]]
  return blocks.map((block) => `<p>${block.map((line) => escapeHtml(line)).join('<br>')}</p>`).join('\n')
}
