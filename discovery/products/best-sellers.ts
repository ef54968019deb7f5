/** Normalised names (lower case, no marks, no separators) of a shop's own best-seller list, in the languages that shops use. */
const NAMES = [
  'bestsell', // best-sellers, bestseller, our-bestselling, bestselling-products
  'beatseller', // a frequent misspelling
  'topsell', // topseller, top-selling
  'topsold',
  'mostsold',
  'mostpopular',
  'populairst',
  'meistverkauft',
  'verkaufsschlager',
  'maisvendid', // mais-vendidos, mais-vendidas
  'masvendid', // los-mas-vendidos
  'masvendut',
  'piuvendut', // i-piu-venduti
  'meilleuresvente',
  'meilleurvente',
  'meilleuresventes',
  'plusvendu', // les-plus-vendus
  'encoksatan', // en-cok-satanlar
  'coksatan',
  'bestverkocht',
  'bastsaljare',
  'mestsalgte',
  'bestselgere',
  'najlepiejsprzeda',
  'najprodavan',
  'nejprodavan',
  'celemaivandute',
  'ベストセラー',
  '売れ筋',
  '人気商品',
  '热销',
  '熱銷',
  '畅销',
  '베스트셀러',
  'хитыпродаж',
  'الأكثرمبيعا',
  'רביהמכר',
]
const WHOLE_NAMES = new Set(['bestof', 'bestsellers', 'topseller', 'popular', 'bestseller'])

/** Lower case, without marks and separators: `Mais-Vendidos` and `mais vendidos` become one name. Dotless ı counts as i. */
const folded = (text: string): string =>
  text
    .slice(0, 200)
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const FOLDED_NAMES = NAMES.map(folded)

/** Does a collection's handle or title indicate the shop's list of best sellers? */
export function isBestSellerName(text: string): boolean {
  const name = folded(text)
  return WHOLE_NAMES.has(name) || FOLDED_NAMES.some((word) => name.includes(word))
}
