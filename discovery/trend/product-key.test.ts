import { describe, expect, test } from 'vitest'
import { cpuMsOf } from '#testing/cpu-time.ts'
import { productKey } from './product-key.ts'

const SAME: [string, string][] = [
  ['LED Face Mask', 'led  face-mask'],
  ['GlowSkin™ LED Face Mask', 'LED Face Mask'],
  ['GlowSkin™ – LED Face Mask', 'LED FACE MASK!'],
  ['🔥 LED Face Mask (50% OFF TODAY)', 'LED Face Mask'],
  ['LED Face Mask - 50% off', 'LED Face Mask'],
  ['NEW LED Face Mask | Free Shipping', 'LED Face Mask'],
  ['[HOT SALE] LED Face Mask', 'LED Face Mask'],
  ['Chaussettes d’été', "CHAUSSETTES D'ETE"],
  ['Kışlık Yün Çorap', 'KIŞLIK YÜN ÇORAP'],
  ['Yeni Sezon Kadın Çanta', 'kadin canta'],
  ['Nova Bolsa Térmica – Frete Grátis', 'bolsa termica'],
  ['Massagepistole Mini – Neu & Versandkostenfrei', 'massagepistole mini'],
  ['【送料無料】折りたたみ傘 軽量', '折りたたみ傘 軽量'],
  ['Water Bottle 500 ml', 'water bottle 500ML'],
  ['Monitor Stand 27"', 'Monitor Stand 27 inch'],
  ['Straße Lampe', 'strasse lampe'],
]

const DIFFERENT: [string, string][] = [
  ['Water Bottle 500 ml', 'Water Bottle 750 ml'],
  ['Linen Shirt – Black', 'Linen Shirt – White'],
  ['Socks 3 Pack', 'Socks 5 Pack'],
  ['Massage Gun Mini', 'Massage Gun Pro'],
  ['Cable 1.5 m', 'Cable 15 m'],
  ['Phone Case iPhone 15', 'Phone Case iPhone 16'],
  ['ガラスポット', 'カラスボット'],
  ['Dog Bed M', 'Dog Bed L'],
]

describe('the key of a product', () => {
  for (const [one, other] of SAME) {
    test(`is the same for "${one}" and "${other}"`, () => {
      expect(productKey(one)).not.toBe('')
      expect(productKey(one)).toBe(productKey(other))
    })
  }
  for (const [one, other] of DIFFERENT) {
    test(`differs for "${one}" and "${other}"`, () =>
      expect(productKey(one)).not.toBe(productKey(other)))
  }

  test('drops the vendor at either end if a name remains', () => {
    expect(productKey('Acme Frying Pan 28 cm', 'Acme')).toBe('frying pan 28cm')
    expect(productKey('Frying Pan 28 cm by Acme Home', 'Acme Home')).toBe('frying pan 28cm')
    expect(productKey('Acme Pan', 'Acme')).toBe('acme pan')
  })

  for (const title of [
    'Gift Card',
    'Carte cadeau',
    'Geschenkgutschein',
    'Hediye kartı',
    'Shipping Protection',
    'Hoodie',
    'NEW SALE',
    '',
    '   ',
    '🔥🔥',
    'Test product',
  ]) {
    test(`is empty for "${title}", which says too little`, () => expect(productKey(title)).toBe(''))
  }

  test('is bounded and does not change when recomputed', () => {
    const key = productKey(`Very ${'long '.repeat(5000)} title`)
    expect(key.length).toBeLessThanOrEqual(120)
    for (const [title] of SAME) expect(productKey(productKey(title))).toBe(productKey(title))
  })

  test('is computed quickly for a hostile title', () => {
    const cpuMs = cpuMsOf(() => {
      for (const part of ['(', '[new', 'buy 1 ', '%', '™ ', 'x™x', 'neu ', '９'])
        productKey(part.repeat(200_000))
    })
    expect(cpuMs).toBeLessThan(1000)
  })
})
