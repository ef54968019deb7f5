import { at, hash } from '../../random.ts'
import { escapeHtml } from '../../escape-html.ts'
import type { PublicFacts } from '../public-facts.ts'
import type { ShopProfile } from '../shop-profile.ts'
import { termsOf } from '../terms.ts'

type Notice = {
  company: string
  responsible: string
  street: string
  place: string
  number: string
  mail: string
}
type Writing = (notice: Notice) => string[][]

/** Hosts and makers of a site, whose names and addresses are not the shop's. */
const OTHERS = {
  de: ['Webdesign: Agentur Nordlicht UG, post@agentur-nordlicht.test'],
  fr: [
    'Hébergeur : Shopify International Ltd',
    'Victoria Buildings, 1-2 Haddington Road, Dublin 4',
  ],
  es: ['Alojamiento: Servidores del Norte S.L., hola@servidores-norte.test'],
  it: ['Hosting: Server del Nord S.r.l., ciao@server-nord.test'],
}

/** The ways in which merchants write their notice: with labels, as a block, in sentences, in a line. */
const WRITINGS: Record<string, readonly Writing[]> = {
  de: [
    ({ street, place, responsible, number }) => [
      ['Angaben gemäß § 5 DDG'],
      [responsible, street, place, 'Deutschland'],
      [`USt-IdNr.${number}`],
    ],
    ({ company, street, place, responsible, mail, number }) => [
      ['Angaben gemäß § 5 DDG'],
      [company, street, place, 'Deutschland'],
      ['Vertreten durch:', responsible],
      ['Kontakt', ...(mail ? [`E-Mail: ${mail}`] : [])],
      [`Umsatzsteuer-Identifikationsnummer: ${number}`],
      ['EU-Streitschlichtung', 'Die Plattform der EU für Streitfälle nennt eine eigene Adresse.'],
    ],
    ({ company, street, place, responsible, number }) => [
      [`Betreiber dieser Website ist die ${company}, ${street}, ${place}.`],
      [`Anschrift: ${street}, ${place}`],
      [`GESCHÄFTSFÜHRUNG: ${responsible}`, `UST-IDNR.${number}`],
      OTHERS.de,
    ],
    ({ company, street, place, responsible, number }) => [
      [`${company} | ${street} | ${place}`],
      [`Verantwortlich i. S. d. § 18 MStV: ${responsible}`],
      ['Registergericht: Amtsgericht Kiel', 'Bankverbindung: BLZ 210 500 00, Kto 123 4567'],
      [`USt-ID ${number}`],
    ],
  ],
  fr: [
    ({ street, place, responsible, number }) => [
      ['Mentions légales'],
      [responsible, street, place, 'France'],
      [`SIRET${number}`],
    ],
    ({ company, street, place, responsible, number }) => [
      [`Éditeur du site : ${company}`],
      [`Siège social : ${street}, ${place}`],
      [`Directeur de la publication : ${responsible}`],
      [`SIRET : ${number}`],
      OTHERS.fr,
    ],
    ({ company, street, place, responsible, number }) => [
      [`Le présent site est édité par ${company} au capital de 10 000 €.`],
      ['Siège social :', street, place],
      [`Responsable de la publication : ${responsible}`],
      [`N° SIRET ${number}`],
      OTHERS.fr,
    ],
    ({ company, street, place, responsible, number }) => [
      [`${company} – ${street} – ${place}`],
      [`REPRÉSENTÉE PAR : ${responsible}`],
      [`Immatriculation SIRET ${number}`],
    ],
  ],
  es: [
    ({ street, place, responsible, number }) => [
      ['Aviso legal'],
      [responsible, street, place, 'España'],
      [`C.I.F.${number}`],
    ],
    ({ company, street, place, responsible, number }) => [
      [`Titular de la web: ${company}`],
      [`Domicilio social: ${street}, ${place}`],
      [`Representante legal: ${responsible}`],
      [`CIF: ${number}`],
    ],
    ({ company, street, place, responsible, number }) => [
      [`TITULAR: ${company}`],
      ['DOMICILIO SOCIAL:', street, place],
      [`Administrador: ${responsible}`, `C.I.F.: ${number}`],
      OTHERS.es,
    ],
    ({ company, street, place, responsible, number }) => [
      [`El titular de este sitio web es ${company}, con CIF ${number}.`],
      [`Dirección: ${street}, ${place}`],
      [`Representante legal: ${responsible}`],
    ],
  ],
  it: [
    ({ street, place, responsible, number }) => [
      ['Note legali'],
      [responsible, street, place, 'Italia'],
      [`P.IVA${number}`],
    ],
    ({ company, street, place, responsible, number }) => [
      [`Ragione sociale: ${company}`],
      [`Sede legale: ${street}, ${place}`],
      [`Legale rappresentante: ${responsible}`],
      [`P.IVA ${number}`],
    ],
    ({ company, street, place, responsible, number }) => [
      [company, street, place, `P.IVA e C.F. ${number}`],
      [`Amministratore unico: ${responsible}`],
      OTHERS.it,
    ],
    ({ company, street, place, responsible, number }) => [
      [`Il presente sito è gestito da ${company}.`],
      [`SEDE LEGALE: ${street}, ${place}`],
      [`Legale rappresentante: ${responsible}`, `PARTITA IVA: ${number}`],
    ],
  ],
}

/** Who runs the shop, in the forms that are customary in its country. */
export function legalNotice(profile: ShopProfile, facts: PublicFacts): string {
  const { brand, contact, city, key } = profile
  const company = facts.company ?? ''
  const writings = WRITINGS[brand.country.language] ?? [() => [[company]]]
  const blocks = at(
    writings,
    hash(key, 'notice'),
  )({
    company,
    responsible: facts.responsible ?? '',
    street: contact.street,
    place: `${facts.postcode} ${city}`,
    number: termsOf(profile).registration?.number ?? '',
    mail: contact.email ?? '',
  })
  return blocks
    .map((block) => `<p>${block.map((line) => escapeHtml(line)).join('<br>')}</p>`)
    .join('\n')
}
