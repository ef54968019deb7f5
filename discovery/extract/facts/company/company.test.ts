import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extract, pageOf, storePage } from '#testing/discovery/store-page.ts'
import { readLegalLines } from './company.ts'
import type { LegalPage } from './legal-pages.ts'

const read = (text: string, country: string | null = null, kind: LegalPage['kind'] = 'legal') => {
  const lines = text.split('\n').map((line) => line.trim())
  const { company, responsible, address } = readLegalLines({ kind, lines }, country)
  return [company?.value ?? null, responsible, address]
}

// Sources: blocks without labels after margince/margince#2855, Turkish capitals after
// javve/list.js#472 and krisk/Fuse#701; other rows own.

test.each([
  [
    'German',
    `Impressum\nAngaben gemäß § 5 DDG\nLumen & Filz GmbH\nWollweg 12a\n10405 Berlin\nDeutschland\nVertreten durch:\nMira Aldern\nTel: +49 30 901820\nHRB 12345`,
    ['Lumen & Filz GmbH', 'Mira Aldern', 'Wollweg 12a, 10405 Berlin, Deutschland'],
  ],
  [
    'German, sole trader',
    `Impressum\nInhaberin: Dr. Tessa von Elvers\nHafenstr. 4\n24103 Kiel`,
    [null, 'Tessa von Elvers', 'Hafenstr. 4, 24103 Kiel'],
  ],
  [
    'German, with a title and two directors',
    `Firma: Filzwerk UG (haftungsbeschränkt)\nGeschäftsführer: Jonas Brevik, Luca Garvani\nAnschrift: Am Markt 3, 04109 Leipzig`,
    ['Filzwerk UG (haftungsbeschränkt)', 'Jonas Brevik', 'Am Markt 3, 04109 Leipzig'],
  ],
  [
    'French',
    `Mentions légales\nRaison sociale : Lueurs SARL\nSiège social : 12 rue des Lilas, 69003 Lyon\nDirectrice de la publication : Camille Fontrel\nHébergeur : Shopify International Ltd\n1-2 Haddington Road, Dublin 4`,
    ['Lueurs SARL', 'Camille Fontrel', '12 rue des Lilas, 69003 Lyon'],
  ],
  [
    'Spanish',
    `Aviso legal\nTitular de la web: Velas del Sur S.L.\nDomicilio social: Calle Mayor 5, 29001 Málaga\nRepresentante legal: Ines Calderon`,
    ['Velas del Sur S.L.', 'Ines Calderon', 'Calle Mayor 5, 29001 Málaga'],
  ],
  [
    'Turkish',
    `Ticari Unvanı: Işık Mum Ltd. Şti.\nYetkili: Elif Demiray\nAdres: Bağdat Caddesi 14, 34728 Kadıköy`,
    ['Işık Mum Ltd. Şti.', 'Elif Demiray', 'Bağdat Caddesi 14, 34728 Kadıköy'],
  ],
  [
    'Italian',
    `Ragione sociale: Candele Belle S.r.l.\nSede legale: Via Roma 8, 50123 Firenze\nLegale rappresentante: Luca Garvani`,
    ['Candele Belle S.r.l.', 'Luca Garvani', 'Via Roma 8, 50123 Firenze'],
  ],
  [
    'English',
    `Legal name: Alder Mill Ltd\nDirector: Noor Ivarsen\nRegistered office: 4 Quarry Lane, Leeds LS1 4AP`,
    ['Alder Mill Ltd', 'Noor Ivarsen', '4 Quarry Lane, Leeds LS1 4AP'],
  ],
  [
    'Japanese',
    `販売業者：株式会社灯り工房\n運営責任者：星出花\n所在地：東京都渋谷区1-2-3`,
    ['株式会社灯り工房', '星出花', '東京都渋谷区1-2-3'],
  ],
  [
    'German, sole trader without a label',
    `Impressum\nAngaben gemäß § 5 DDG\nJonas Brevik\nHafenstr. 4\n24103 Kiel`,
    [null, 'Jonas Brevik', 'Hafenstr. 4, 24103 Kiel'],
  ],
  [
    'Spanish, of a sole trader',
    `Aviso legal\nNombre del titular: Ines Calderon\nNIF: 12345678Z\nDomicilio fiscal: Calle Mayor 5, 29001 Málaga`,
    [null, 'Ines Calderon', 'Calle Mayor 5, 29001 Málaga'],
  ],
  [
    'Bulgarian',
    `Търговец: „Лумен и Филц“ ЕООД\nЕИК: 203456789\nУправител: Мира Алдерова\nСедалище и адрес на управление: гр. София 1000, ул. Вълнена 12`,
    ['„Лумен и Филц“ ЕООД', 'Мира Алдерова', 'гр. София 1000, ул. Вълнена 12'],
  ],
  [
    'Japanese, as a table',
    `特定商取引法に基づく表記\n販売業者\n灯り工房\n運営責任者\n星出 花\n所在地\n〒150-0001\n東京都渋谷区神宮前1-2-3`,
    ['灯り工房', '星出 花', '〒150-0001 東京都渋谷区神宮前1-2-3'],
  ],
])('a %s notice yields company, person and address', (_name, text, expected) => {
  expect(read(text)).toEqual(expected)
})

test.each([
  'This website is operated by a team of people who love lamps and Co.',
  'Hébergeur : Shopify International Ltd',
  'Hosting\nShopify Inc.\n151 O’Connor Street',
  'Verantwortlich: Unser Team',
  'Geschäftsführer: Impressum Kontakt',
  'Company:\nContact us\nAddress:\nPhone: 030 901820',
  'Director: lumen@filz.example',
  'We ship with DHL Paket GmbH and others every day.',
])('%j yields no company, person or address', (text) => {
  expect(read(text)).toEqual([null, null, null])
})

test('a contact page names a company only under a label', () => {
  expect(read('Our friends\nFilzwerk GmbH\nWollweg 1\n10405 Berlin', null, 'labelled')).toEqual([
    null,
    null,
    null,
  ])
  expect(
    read('Trade name: Lumen & Filz\nPhysical address: 4 Quarry Lane, Leeds, GB', null, 'labelled'),
  ).toEqual(['Lumen & Filz', null, '4 Quarry Lane, Leeds, GB'])
})

test('a shop’s legal notice is read from its own page and from no other page', () => {
  const notice = storePage({
    body: '<main><h1>Impressum</h1><p>Lumen &amp; Filz GmbH<br>Wollweg 12<br>10405 Berlin</p></main>',
  })
  const at = (path: string) => {
    const page = pageOf(notice, { url: `https://lumen-und-filz.test${path}` })
    return extract({ home: pageOf(storePage()), contact: [page] })
  }
  expect(at('/pages/impressum').company).toMatchObject({
    value: 'Lumen & Filz GmbH',
    label: 'detected',
    evidence: { url: 'https://lumen-und-filz.test/pages/impressum' },
  })
  expect(at('/pages/impressum').address?.value).toBe('Wollweg 12, 10405 Berlin')
  expect(at('/pages/about-us').company).toBeNull()
  expect(at('/pages/%E7%89%B9%E5%AE%9A%E5%95%86%E5%8F%96%E5%BC%95%E6%B3%95').company?.value).toBe(
    'Lumen & Filz GmbH',
  )
})

test('arbitrary lines never throw', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.constantFrom('Firma:', 'Adresse:', 'Inhaber:', `${'A '.repeat(190)}GmbH`, 'A'.repeat(400)),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      expect(readLegalLines({ kind: 'legal', lines })).toHaveProperty('company')
    }),
  )
})

test.each([
  [
    'DE',
    'Impressum\nNordlicht Kerzen\nBjarne Holtkamp\nHafenweg 12\n24103 Kiel\nDeutschland\nMail: hallo@lumen.shop',
    [null, 'Bjarne Holtkamp', 'Hafenweg 12, 24103 Kiel, Deutschland'],
  ],
  [
    'AT',
    'Impressum\nFilzstube, Inh. Marlies Ostermann\nWollgasse 3\n1010 Wien',
    [null, 'Marlies Ostermann', 'Wollgasse 3, 1010 Wien'],
  ],
  [
    'DE',
    'Lumen Filz\nInhaberin Jana Holtkamp\nHafenweg 12\n24103 Kiel',
    [null, 'Jana Holtkamp', 'Hafenweg 12, 24103 Kiel'],
  ],
  [
    'DE',
    'Angaben gemäß § 5 DDG\nJana Holtkamp\nc/o Block Services\nHafenweg 12\n24103 Kiel',
    [null, 'Jana Holtkamp', 'Hafenweg 12, 24103 Kiel'],
  ],
  [
    'FR',
    'Mentions légales\nBougies du Nord\nCamille Fontrel\n5 rue de la Paix\n75002 Paris\nFrance',
    [null, 'Camille Fontrel', '5 rue de la Paix, 75002 Paris, France'],
  ],
  [
    'ES',
    'Aviso legal\nVelas del Sur\nInés Calderón\nCalle Mayor 5\n29001 Málaga\nEspaña',
    [null, 'Inés Calderón', 'Calle Mayor 5, 29001 Málaga, España'],
  ],
  [
    'ES',
    'Aviso legal\nTitular: Luz y Fieltro S.L.\nDomicilio: Calle Mayor 5\n28001\nMadrid',
    ['Luz y Fieltro S.L.', null, 'Calle Mayor 5, 28001 Madrid'],
  ],
  [
    'ES',
    'Aviso legal\nLuz y Fieltro SLU – B58304171\nCalle Mayor 5\nZaragoza, España – 50001',
    ['Luz y Fieltro SLU', null, 'Calle Mayor 5, Zaragoza, España – 50001'],
  ],
  ['ES', 'Aviso legal\nTitular: Inés Calderón – 12345678Z', [null, 'Inés Calderón', null]],
  [
    'FR',
    'Éditeur : Feutre & Lumière, SAS au capital de 10 000 euros\nSiège social : 5 rue de la Paix\n75002 Paris',
    ['Feutre & Lumière, SAS', null, '5 rue de la Paix, 75002 Paris'],
  ],
  [
    'FR',
    'Le présent site est édité par la société Lueurs SARL, immatriculée au RCS de Lyon',
    ['Lueurs SARL', null, null],
  ],
  [
    'GB',
    'This website is operated by Alder Mill Ltd, a company registered in England',
    ['Alder Mill Ltd', null, null],
  ],
  [
    'DE',
    'Diese Website wird betrieben von der Firma Filzwerk GmbH, Wollweg 1, 10405 Berlin',
    ['Filzwerk GmbH', null, 'Wollweg 1, 10405 Berlin'],
  ],
  [
    'IT',
    'Candele Belle S.r.l. con sede in Firenze\nVia Roma 8\n50123 Firenze (FI)',
    ['Candele Belle S.r.l.', null, 'Via Roma 8, 50123 Firenze (FI)'],
  ],
  [
    'PT',
    'Denominação social: Feltro e Luz, Lda, com sede em Lisboa\nMorada: Rua Direita 5\n1100-123 Lisboa',
    ['Feltro e Luz, Lda', null, 'Rua Direita 5, 1100-123 Lisboa'],
  ],
  [
    'NL',
    'Vilt & Licht B.V., gevestigd te Amsterdam\nKeizersgracht 5\n1015 CJ Amsterdam\nNederland',
    ['Vilt & Licht B.V.', null, 'Keizersgracht 5, 1015 CJ Amsterdam, Nederland'],
  ],
  [
    'TR',
    'ŞİRKET ÜNVANI: IŞIK KEÇE LİMİTED ŞİRKETİ\nŞİRKET YETKİLİSİ: ELİF DEMİRAY\nADRES: BAĞDAT CAD. NO:5\n34710 KADIKÖY/İSTANBUL',
    ['IŞIK KEÇE LİMİTED ŞİRKETİ', 'ELİF DEMİRAY', 'BAĞDAT CAD. NO:5, 34710 KADIKÖY/İSTANBUL'],
  ],
  [
    'PL',
    'Nazwa firmy: Filc i Światło Sp. z o.o., NIP 8567346215\nAdres: ul. Wełniana 5\n00-950 Warszawa',
    ['Filc i Światło Sp. z o.o.', null, 'ul. Wełniana 5, 00-950 Warszawa'],
  ],
  [
    'SE',
    'Företagsnamn: Filt och Ljus AB\nAdress: Ullgatan 5\n111 22 Stockholm\nSverige',
    ['Filt och Ljus AB', null, 'Ullgatan 5, 111 22 Stockholm, Sverige'],
  ],
  [
    'DE',
    'Impressum\nWollzauber\nIlka Sander\nDorfstraße 7a\n25856 Hattstedt',
    [null, 'Ilka Sander', 'Dorfstraße 7a, 25856 Hattstedt'],
  ],
  [
    'FR',
    'Éditeur du site : Lueurs EURL, 12 rue des Lilas, 69003 Lyon',
    ['Lueurs EURL', null, '12 rue des Lilas, 69003 Lyon'],
  ],
  [
    'FR',
    'Feutre & Lumière – SIREN 418 307 294\n5 rue de la Paix\n75002\nParis',
    ['Feutre & Lumière', null, '5 rue de la Paix, 75002 Paris'],
  ],
  [
    'ES',
    'Identidad del titular: Luz y Fieltro, S.L.U.\nDirección: Calle Mayor 5\n28001 Madrid\nEspaña',
    ['Luz y Fieltro, S.L.U.', null, 'Calle Mayor 5, 28001 Madrid, España'],
  ],
  [
    'IT',
    'Note legali\nFeltro di Luca Garvani\nVia Roma 8\n50123 Firenze (FI)',
    [null, 'Luca Garvani', 'Via Roma 8, 50123 Firenze (FI)'],
  ],
  [
    'SE',
    'Filt AB\nOrg.nr 556016-0680\nBankgiro 123-4567\nUllgatan 5\n111 22 Stockholm',
    ['Filt AB', null, 'Ullgatan 5, 111 22 Stockholm'],
  ],
  [
    'GB',
    'Alder Mill Ltd\n4 Quarry Lane\nLeeds\nLS1 4AP\nUnited Kingdom',
    ['Alder Mill Ltd', null, '4 Quarry Lane, Leeds LS1 4AP, United Kingdom'],
  ],
  [
    'TR',
    'ADRES: BAĞDAT CAD. NO:5/3\nKADIKÖY/İSTANBUL',
    [null, null, 'BAĞDAT CAD. NO:5/3, KADIKÖY/İSTANBUL'],
  ],
  [
    'BG',
    'Седалище: гр. София 1000\nул. Вълнена 12',
    [null, null, 'гр. София 1000, ул. Вълнена 12'],
  ],
])('in %s, the notice %j is read', (country, text, expected) => {
  expect(read(text, country)).toEqual(expected)
})

test.each([
  [
    'DE',
    'Kontaktinformationen\nNordlicht GmbH\nHafenweg 12\n24103 Kiel\nDeutschland\nTel.: 03023125014',
    ['Nordlicht GmbH', null, 'Hafenweg 12, 24103 Kiel, Deutschland'],
  ],
  [
    'DE',
    'Kontaktinformationen\nHandelsname: Lumen Filz\nTelefonnummer: 030 23125014\nPhysische Adresse: Hafenweg 12, 24103 Kiel, Deutschland',
    ['Lumen Filz', null, 'Hafenweg 12, 24103 Kiel, Deutschland'],
  ],
  [
    'FR',
    'Coordonnées\nNom commercial : Lueurs\nAdresse physique : 12 rue des Lilas, 69003 Lyon, France',
    ['Lueurs', null, '12 rue des Lilas, 69003 Lyon, France'],
  ],
  [
    'ES',
    'Información de contacto\nNombre comercial: Velas\nDirección física: Calle Mayor 5, 29001 Málaga',
    ['Velas', null, 'Calle Mayor 5, 29001 Málaga'],
  ],
  [
    'IT',
    'Informazioni di contatto\nNome commerciale: Candele\nIndirizzo fisico: Via Roma 8, 50123 Firenze',
    ['Candele', null, 'Via Roma 8, 50123 Firenze'],
  ],
  [
    'NL',
    'Contactgegevens\nHandelsnaam: Vilt\nFysiek adres: Keizersgracht 5, 1015 CJ Amsterdam',
    ['Vilt', null, 'Keizersgracht 5, 1015 CJ Amsterdam'],
  ],
  [
    'PT',
    'Informações de contato\nNome comercial: Feltro\nEndereço físico: Rua Direita 5, 01002-000 São Paulo',
    ['Feltro', null, 'Rua Direita 5, 01002-000 São Paulo'],
  ],
  [
    'TR',
    'İLETİŞİM BİLGİLERİ\nTİCARİ UNVAN: Işık Mum\nFİZİKSEL ADRES: Bağdat Cad. 5, 34710 Kadıköy',
    ['Işık Mum', null, 'Bağdat Cad. 5, 34710 Kadıköy'],
  ],
  [
    'PL',
    'Dane kontaktowe\nNazwa handlowa: Filc\nAdres fizyczny: ul. Wełniana 5, 00-950 Warszawa',
    ['Filc', null, 'ul. Wełniana 5, 00-950 Warszawa'],
  ],
  [
    'SE',
    'Kontaktuppgifter\nHandelsnamn: Filt\nFysisk adress: Ullgatan 5, 111 22 Stockholm',
    ['Filt', null, 'Ullgatan 5, 111 22 Stockholm'],
  ],
  [
    'FI',
    'Yhteystiedot\nKauppanimi: Huopa\nFyysinen osoite: Villatie 5, 00100 Helsinki',
    ['Huopa', null, 'Villatie 5, 00100 Helsinki'],
  ],
  [
    'DK',
    'Kontaktoplysninger\nHandelsnavn: Filt\nFysisk adresse: Uldvej 5, 2100 København',
    ['Filt', null, 'Uldvej 5, 2100 København'],
  ],
  [
    'DE',
    'Handelsname\nLumen Filz\nTelefonnummer\n030 23125014\nPhysische Adresse\nHafenweg 12, 24103 Kiel',
    ['Lumen Filz', null, 'Hafenweg 12, 24103 Kiel'],
  ],
])('in %s, the platform’s own page %j is read', (country, text, expected) => {
  expect(read(text, country, 'information')).toEqual(expected)
})

test.each([
  ['SE', 'Om oss\nFilt 5\nOrg.nr 556016-0680 Stockholm'],
  ['DE', 'Impressum\nNordlicht Kerzen\nHafenweg 12\n24103 Kiel'],
  ['DE', 'Impressum\nBank: Förde\nKonto 12 345\nBLZ 37040044 Kiel'],
  ['DE', 'Team\nUnser Haus 5\nHRB 20249 Kiel'],
  ['FR', 'Ce site est le fruit du travail de quatre amis et de leur SARL'],
  ['GB', 'Our shop is run by friends of Alder Mill and other Ltd'],
  ['GB', 'We have sold lamps since 1987 in Leeds'],
  ['ES', 'Nuestra tienda 5\n28001 ventas en Madrid'],
  ['TR', 'VERGİ NO: 4819032759\n34710 ADET SATIŞ'],
  ['JP', '電話 555-1234\n営業 150-0001'],
  ['US', 'Call 555-1234\nDenver'],
])('in %s, %j names neither a company nor a person', (country, text) => {
  expect(read(text, country).slice(0, 2)).toEqual([null, null])
})

test.each([
  ['SE', 'Företag: Filt AB\nLager 5\n556016-0680 Org'],
  ['DE', 'Nordlicht GmbH\nRegal 5\nHRB 20249 Kiel'],
  ['DE', 'Nordlicht GmbH\nKonto 12 345\nBLZ 37040 Kiel'],
  ['US', 'Alder Mill LLC\nLine 5\n020-1234 Denver'],
  ['NL', 'Vilt B.V.\nLijn 5\nKvK 4183 AB Amsterdam'],
])('in %s, %j has no address', (country, text) => {
  expect(read(text, country)[2]).toBeNull()
})
