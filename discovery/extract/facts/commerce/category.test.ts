import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Category } from '#contracts/catalog/facts.ts'
import { foldedWords, wordSet } from '#discovery/document/fold-text.ts'
import { categoryOf, type CategoryInput } from './category.ts'
import { CATEGORY_WORDS } from './category-words.ts'

const shop = (titles: string[], more: Partial<CategoryInput> = {}): CategoryInput => ({
  products: titles.map((title) => ({ title, productType: null, tags: [] })),
  collections: [],
  name: null,
  about: null,
  ...more,
})

/** Labelled by hand. */
const LABELLED: [Category, string[]][] = [
  [
    'fashion',
    [
      'Linen Shirt',
      'Merino Sweater',
      'Wide Leg Trousers',
      'Wrap Dress',
      'Denim Jacket',
      'Silk Blouse',
    ],
  ],
  [
    'fashion',
    ['Sommerkleid Blau', 'Leinenhemd', 'Strickjacke', 'Damen Bluse', 'Regenjacke', 'Wollpullover'],
  ],
  [
    'fashion',
    ['Vestido midi', 'Camisa de lino', 'Falda plisada', 'Chaqueta vaquera', 'Pantalón ancho'],
  ],
  ['fashion', ['Keten Gömlek', 'Yazlık Elbise', 'Örgü Kazak', 'Kot Pantolon', 'Pamuklu Tişört']],
  [
    'shoes',
    ['Running Sneakers', 'Leather Boots', 'Canvas Sneaker', 'Suede Loafers', 'Kids Sandals'],
  ],
  [
    'shoes',
    ['Sandália Conforto', 'Sapato Social', 'Chinelo Feminino', 'Sapatilha Preta', 'Pantufa Fofa'],
  ],
  [
    'jewellery',
    ['Gold Hoop Earrings', 'Silver Necklace', 'Engagement Ring', 'Charm Bracelet', 'Pearl Pendant'],
  ],
  [
    'jewellery',
    ['Collier en or', 'Bague argent', 'Boucles d’oreilles', 'Bracelet perles', 'Montre acier'],
  ],
  [
    'bags_accessories',
    ['Leather Backpack', 'Tote Bag', 'Crossbody Bag', 'Card Wallet', 'Weekender Duffel'],
  ],
  [
    'beauty',
    ['Vitamin C Serum', 'Face Cream', 'Lip Balm', 'Hair Mask', 'Gentle Cleanser', 'Body Lotion'],
  ],
  [
    'beauty',
    ['Feste Seife', 'Gesichtscreme', 'Haarpflege Öl Serum', 'Lippenpflege', 'Rasierseife'],
  ],
  [
    'health',
    ['Magnesium Capsules', 'Collagen Peptides', 'Vitamin D3', 'Whey Protein', 'Probiotic Daily'],
  ],
  [
    'food_drink',
    ['House Espresso', 'Ethiopia Coffee Beans', 'Dark Chocolate', 'Green Tea', 'Hot Sauce'],
  ],
  [
    'food_drink',
    ['Café moulu', 'Miel de lavande', 'Confiture de figues', 'Huile d’olive', 'Biscuits sablés'],
  ],
  ['home_living', ['Soy Candle', 'Throw Blanket', 'Velvet Cushion', 'Table Lamp', 'Reed Diffuser']],
  [
    'home_living',
    ['Vela aromática', 'Manta de lana', 'Cojín lino', 'Cortina opaca', 'Alfombra yute'],
  ],
  [
    'furniture',
    ['Oak Dining Table', 'Lounge Armchair', 'Velvet Sofa', 'Bookshelf Tall', 'Office Chair'],
  ],
  [
    'kitchen',
    ['Chef Knife', 'Cast Iron Skillet Pan', 'Air Fryer XL', 'Mixing Bowl', 'Cutting Board'],
  ],
  ['garden_diy', ['Monstera Plant', 'Watering Can', 'Pruning Shears', 'Herb Seeds', 'Potting Mix']],
  [
    'electronics',
    ['USB-C Charger', 'Bluetooth Speaker', 'Phone Case', 'Wireless Headphones', 'Laptop Stand'],
  ],
  [
    'electronics',
    [
      'Şarj Kablosu',
      'Bluetooth Kulaklık',
      'Kablosuz Hoparlör',
      'Telefon Kılıfı',
      'Oyuncu Klavyesi',
    ],
  ],
  [
    'sports_outdoor',
    ['Yoga Mat', 'Kettlebell 12 kg', 'Camping Tent', 'Resistance Bands', 'Bike Helmet'],
  ],
  ['pets', ['Dog Collar', 'Cat Tree', 'Puppy Harness', 'Dog Treats', 'Cat Litter Mat']],
  ['pets', ['Hundeleine', 'Katzenbaum', 'Hundefutter', 'Hundebett', 'Kratzbaum groß']],
  ['baby_kids', ['Baby Blanket', 'Muslin Swaddle', 'Baby Bottle', 'Toddler Bib', 'Newborn Onesie']],
  [
    'toys_games',
    ['Pokémon Booster Box', 'Board Game Classic', 'Plush Bear', 'Wooden Train', 'Jigsaw Puzzle'],
  ],
  [
    'art_crafts',
    ['Art Print Forest', 'Watercolor Set', 'Crochet Yarn', 'Embroidery Kit', 'Canvas Print Sea'],
  ],
  ['automotive', ['Dash Cam', 'Car Seat Cover', 'LED Headlight', 'Brake Pads', 'Tyre Inflator']],
  [
    'erotic',
    [
      'Wand Vibrator',
      'Silicone Dildo',
      'Couple Vibrator',
      'Water-based Lubricant',
      'Sex Toy Cleaner',
    ],
  ],
  [
    'tobacco_vape',
    ['Disposable Vape', 'E-Liquid Mint', 'Hookah Set', 'Rolling Papers', 'Vape Coil'],
  ],
]

test.each(LABELLED)('%s: %j', (category, titles) => {
  expect(categoryOf(shop(titles))).toMatchObject({
    id: category,
    confidence: expect.stringMatching(/high|medium/),
  })
})

test('every word for goods is written as the words of a text are compared', () => {
  const words = Object.values(CATEGORY_WORDS).flatMap((text) => [...wordSet(text)])
  const compared = words.map((word) => foldedWords(word.replaceAll('_', ' ')).join('_'))
  expect(words.map((word) => word.replaceAll('*', ''))).toEqual(compared)
})

test('broad agreement gives high confidence, words alone give low confidence', () => {
  expect(categoryOf(shop(LABELLED[0]?.[1] ?? []))?.confidence).toBe('high')
  expect(
    categoryOf(
      shop([], {
        name: 'Lamp Lane',
        about: 'Hand-poured candles and table lamps.',
        collections: ['candles'],
      }),
    ),
  ).toEqual({
    id: 'home_living',
    confidence: 'low',
  })
})

test('the merchant’s product type outweighs the words of a title', () => {
  const products = Array.from({ length: 6 }, (_, at) => ({
    title: `Coffee Lover ${at}`,
    productType: 'T-Shirts',
    tags: ['gift'],
  }))
  expect(categoryOf({ ...shop([]), products })?.id).toBe('fashion')
})

test.each([
  [
    'mixed goods',
    shop([
      'Yoga Mat',
      'Dog Collar',
      'Chef Knife',
      'Gold Necklace',
      'USB-C Charger',
      'Wooden Train',
      'Face Cream',
      'Soy Candle',
    ]),
  ],
  [
    'names that say nothing',
    shop(['Aurora', 'Nimbus', 'The One', 'Entdecke', 'Beispiel', 'Durchmesser 40', 'Praktisch']),
  ],
  ['nothing at all', shop([])],
  ['one word about itself', shop([], { about: 'The best gifts for you.' })],
])('%s: no category is guessed', (_name, input) => {
  expect(categoryOf(input)).toBeNull()
})

test('arbitrary texts never make the classifier throw', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 30 }), text, (titles, about) => {
      const found = categoryOf(shop(titles, { about, collections: titles }))
      expect(found === null || typeof found.id === 'string').toBe(true)
    }),
  )
})
