import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractVisit } from '#discovery/extract/extract-visit.ts'
import { emptyVisit, pageOf, storePage } from '#testing/discovery/store-page.ts'
import { readLegalLines } from './company.ts'

const read = (text: string, kind: 'legal' | 'labelled' = 'legal') => {
  const { company, responsible, address } = readLegalLines({
    kind,
    lines: text.split('\n').map((line) => line.trim()),
  })
  return [company?.value ?? null, responsible, address]
}

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
  expect(read('Our friends\nFilzwerk GmbH\nWollweg 1\n10405 Berlin', 'labelled')).toEqual([
    null,
    null,
    null,
  ])
  expect(
    read('Trade name: Lumen & Filz\nPhysical address: 4 Quarry Lane, Leeds, GB', 'labelled'),
  ).toEqual(['Lumen & Filz', null, '4 Quarry Lane, Leeds, GB'])
})

test('a shop’s legal notice is read from its own page and from no other page', () => {
  const notice = storePage({
    body: '<main><h1>Impressum</h1><p>Lumen &amp; Filz GmbH<br>Wollweg 12<br>10405 Berlin</p></main>',
  })
  const at = (path: string) => {
    const page = pageOf(notice, { url: `https://lumen-und-filz.test${path}` })
    return extractVisit(
      { ...emptyVisit, home: pageOf(storePage()), contact: [page] },
      'lumen-und-filz.test',
    ).snapshot
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
