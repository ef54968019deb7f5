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

  ['Cœur Pendant', 'Coeur Pendant'],
  ['SŒUR Bracelet Doré', 'Soeur bracelet dore'],
  ['Æbleskive Pande', 'Aebleskive pande'],
  ['Grøn Sofa Pude', 'Gron sofa pude'],
  ['Łańcuszek Złoty', 'Lancuszek zloty'],
  ['Đồng hồ treo tường', 'Dong ho treo tuong'],
  ['Smørebræt i Eg', 'Smorebraet i eg'],
  ['Þórr Hammer', 'Thorr Hammer'],
  ['Fußmatte Weiß', 'FUSSMATTE WEISS'],
  ['ﬁne Art Print', 'Fine Art Print'],
  ['STRAẞE Lampe', 'straße lampe'],
  ['Monitor Stand 27″', 'Monitor Stand 27 inch'],
  ['Monitor Stand 27”', 'Monitor Stand 27-inch'],
  ["Monitor Stand 27''", 'Monitor Stand 27"'],
  ['Monitor Stand 27’’', 'Monitor Stand 27 in'],
  ['Monitor Stand 27in', 'Monitor Stand 27-Zoll'],
  ['Monitor Stand 27´´', 'Monitor Stand 27 pouces'],
  ['Monitor Stand 27 Zöllig', 'Monitor Stand 27 pulgadas'],
  ['Monitor Stand 15,6″', 'Monitor Stand 15.6 polegadas'],
  ['Monitor Stand 15.6 inç', 'Monitor Stand 15.6"'],
  ['27″ Monitor Stand', '27-inch Monitor Stand'],
  ['Monitor Stand 27 in.', 'Monitor Stand 27"'],
  ['3-in-1 Charger', '3in1 charger'],
  ['3‑in‑1 Charger', '3in1 charger'],
  ['Chargeur 3 en 1', 'chargeur 3en1'],
  ['Carregador 4 em 1', 'carregador 4em1'],
  ['Ładowarka 3 w 1', 'ladowarka 3w1'],
  ["3'ü 1 Arada Şarj", '3ü 1 arada sarj'],
  ['Laddare 3 i 1', 'laddare 3i1'],
  ['3In1 Cable', '3 IN 1 Cable'],
  ['Cable 100 W USB', 'Cable 100W USB'],
  ['Pack 2-Pack Sock', 'Pack 2 pack sock'],
  ['Rug 10 x 20 cm', 'Rug 10x20cm'],
  ['Rug 10×20 cm', 'Rug 10 x 20cm'],
  ['Candle x 2', 'Candle x2'],
  ['Power 10000 mAh', 'Power 10000mAh'],
  ['Lamp 5-V USB', 'Lamp 5V USB'],
  ['Socks 3 pcs', 'Socks 3pcs'],
  ['"Apollo 11" Poster', 'Apollo 11 Poster'],
  ['„Route 66“ Schild', 'Route 66 Schild'],
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

  ['27" Monitor', '27 Monitor'],
  ['27" Monitor Stand', '24" Monitor Stand'],
  ['3 in 1 Charger', '3 in 2 Charger'],
  ['3in1 Charger', '31 Charger'],
  ['Lamp 5 V', 'Lamp 5 W'],
  ['Rug 10x20', 'Rug 20x10'],
  ['Candle x2', 'Candle x3'],
  ['Pullover Rø', 'Pullover Rå'],
  ['Sœur Bracelet', 'Sur Bracelet'],
  ['Łódka Dmuchana', 'Wódka Dmuchana'],
  ['Socks 2 in 3 Colours', 'Socks 3 in 2 Colours'],
  ['"Apollo 11" Poster', 'Apollo 11" Poster'],
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
      for (const part of [
        '(',
        '[new',
        'buy 1 ',
        '%',
        '™ ',
        'x™x',
        'neu ',
        '９',
        '1 x ',
        '1-',
        '“a',
        "1'",
        '1 in ',
      ])
        productKey(part.repeat(200_000))
    })
    expect(cpuMs).toBeLessThan(1000)
  })
})
