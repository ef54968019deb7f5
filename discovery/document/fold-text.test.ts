import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alternativesOf, foldText } from './fold-text.ts'

test.each([
  ['ŞİRKET ÜNVANI', 'sirket unvani'],
  ['Işık İLETİŞİM', 'isik iletisim'],
  ['Téléphone’s', "telephone's"],
  ['SIÈGE SOCIAL', 'siege social'],
  ['ΤΗΛΈΦΩΝΟΣ', 'τηλεφωνοσ'],
  ['Łódź, Ærø', 'lodz, æro'],
  ['ＴＥＬ：０３－', 'tel:03-'],
  ['٠٤٣٣', '0433'],
])('%s is compared as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test('a folded text is as long as the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      expect(foldText(text)).toHaveLength(text.length)
    }),
  )
})

test('words become alternatives, the longest first, with loose blanks and dots', () => {
  const pattern = new RegExp(
    `^(?:${alternativesOf({ de: 'Tel.|Tel. Nr.', tr: 'İLETİŞİM' })})$`,
    'u',
  )
  expect(
    ['tel', 'tel.', 'tel-nr', 'telnr.', 'iletisim'].filter((text) => !pattern.test(text)),
  ).toEqual([])
  expect(pattern.test('teler')).toBe(false)
})
