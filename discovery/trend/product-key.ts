const MAX_KEY_CHARS = 120
const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/**
 * A title without case, accents, punctuation, marketing words and brand. Sizes, colours and pack
 * counts stay: they distinguish products. Empty for vague titles (one word, gift cards, shipping
 * protection): precision before recall.
 */
export function productKey(title: string, vendor: string | null = null): string {
  const words = namingWords(title, vendor)
  const key = joined(words)
  return weightOf(words) < 2 || isGeneric(key) ? '' : key
}

/**
 * True for items of no interest that every shop has: gift cards, shipping protection, tips, the
 * platform's sample products.
 */
export const isGenericProduct = (title: string, vendor: string | null = null): boolean =>
  isGeneric(joined(namingWords(title, vendor))) || isGeneric(joined(namingWords(title, null)))

/** Letters that have no decomposition, as people without them on their keyboard write them. */
const PLAIN_LETTERS = new Map(
  'ß=ss æ=ae œ=oe þ=th ĸ=k ŋ=n ø=o đ=d ð=d ł=l ħ=h ŧ=t ı=i ə=e ɖ=d ƀ=b'
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
)
const PLAIN_LETTER = new RegExp(`[${[...PLAIN_LETTERS.keys()].join('')}]`, 'g')

/**
 * Removes Latin, Greek and Cyrillic accents; keeps marks that form another letter (voiced kana,
 * vowels of Indic scripts).
 */
const withoutAccents = (text: string): string =>
  text
    // Used as an inch sign, an acute accent by itself would decompose into a blank.
    .replaceAll('´', "'")
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(PLAIN_LETTER, (letter) => PLAIN_LETTERS.get(letter) ?? letter)

/**
 * Removes a leading or trailing word with a trade mark sign, the shop's own brand, if a product
 * name remains.
 */
function withoutMarkedBrand(title: string): string {
  const bare = title
    .replace(/^\s*\S+\s?[™®℠]\s*(?:[-–—:|]\s*)?/u, '')
    .replace(/\s*(?:[-–—:|]|by|von|par|de)\s*\S+\s?[™®℠]\s*$/iu, '')
    .replaceAll(/[™®℠©]/g, ' ')
  return bare.split(/\s+/).filter(Boolean).length >= 2 ? bare : title.replaceAll(/[™®℠©]/g, ' ')
}

/**
 * Removes the shop's stated brand, in front (`Acme Pan`, `Acme | Pan`) or behind (`Pan by Acme`).
 */
function withoutVendor(words: string[], vendor: string[]): string[] {
  const count = vendor.length
  if (count === 0 || words.length < count + 2) return words
  const isAt = (start: number): boolean => vendor.every((word, at) => words[start + at] === word)
  if (isAt(0)) return words.slice(count)
  const end = words.length - count
  if (!isAt(end)) return words
  return words[end - 1] === 'by' ? words.slice(0, end - 1) : words.slice(0, end)
}

const wordPattern = (words: string): string => words.trim().split(/\s+/).join('|')

/** Words for inches, folded, by language; a double prime is already two single ones here. */
const INCH_WORDS = wordPattern(`
  in inch inche inches zoll zollig zoellig pouce pouces pulgada pulgadas pulg polegada polegadas
  pol inc pollice pollici cal cala cali calowy tum duim tomme tommer インチ дюйм дюима
  дюимов дюимовыи
`)
const INCHES = new RegExp(
  String.raw`(\d)[\s-]*(?:["“”„‟ʺ〃]|['’‘′ʹ]{2}|(?:${INCH_WORDS})(?![\p{L}\d]))\.?`,
  'gu',
)
const UNITS = wordPattern(`
  ml cl dl l g kg mg mcg oz lb lbs cm mm m km ft w kw wh v a ah mah hz khz mhz ghz gb tb mb k p lm
  db pcs pc pack pk ct stk st x
`)
const NUMBER_AND_UNIT = new RegExp(String.raw`(\d)[\s-]*(${UNITS})(?![\p{L}\d])`, 'gu')
/** `3 in 1`, with the preposition of the language: `3-en-1`, `3 em 1`, `3 w 1`, `3 i 1`, `3'ü 1`. */
const SEVERAL_IN_ONE = /(?<![\p{L}\d·])(\d{1,2})[\s-]*(in|en|em|w|i|u)[\s-]*(\d)(?![\p{L}\d·])/gu
/** `10 x 20`, `10 × 20`; in front of a number, `x 2`. */
const TIMES = /(\d|(?<![\p{L}\d]))\s*[x×]\s*(?=\d)/gu
/** Quotation marks around words: the closing one is no inch sign. */
const QUOTED =
  /(?<![^\s([])["“”„'’‘]{1,2}(?=[^\s"“”„'’‘])([^"“”„'’‘]{1,60})["“”'’‘]{1,2}(?![\p{L}\d])/gu

export function wordsOf(text: string): string[] {
  return withoutAccents(text.toLowerCase().replaceAll('i\u0307', 'i'))
    .replaceAll(QUOTED, '$1')
    .replaceAll(/(\d)[.,](?=\d)/g, '$1\u00b7')
    .replaceAll(INCHES, '$1in ')
    .replaceAll(/['’‘`′]/g, '')
    .replaceAll(TIMES, (_, before: string) => `${before || ' '}x`)
    .replaceAll(SEVERAL_IN_ONE, '$1$2$3')
    .replaceAll(NUMBER_AND_UNIT, '$1$2')
    .split(/[^\p{L}\p{M}\p{N}\u00b7+]+/u)
    .filter((word) => word !== '' && word !== '+')
}

function withoutMarketing(title: string): string {
  let text = ` ${withoutAccents(title.toLowerCase().replaceAll('i\u0307', 'i'))} `
  for (const phrase of MARKETING_PHRASES) text = text.replaceAll(phrase, ' ')
  return text.trim()
}

/**
 * How much information a key carries: its words, and in scripts without spaces every two letters.
 */
const weightOf = (words: string[]): number =>
  words.reduce((sum, word) => sum + (CJK.test(word) ? Math.floor([...word].length / 2) : 1), 0)

export function namingWords(title: string, vendor: string | null): string[] {
  const plain = withoutMarketing(withoutMarkedBrand(title.slice(0, 1000)))
  return withoutVendor(wordsOf(plain), vendor ? wordsOf(vendor.slice(0, 200)) : [])
}

const joined = (words: string[]): string => words.join(' ').slice(0, MAX_KEY_CHARS).trim()
const isGeneric = (key: string): boolean => NOT_COMPARABLE.test(key) || SAMPLE_PRODUCTS.has(key)

/**
 * Words that advertise instead of naming, in the languages of the product; matched on text without
 * accents, in lower case. Words that may distinguish two products (mini, pro, set, premium, deluxe)
 * are not included.
 */
const MARKETING_PHRASES: RegExp[] = [
  /[\p{Extended_Pictographic}\ufe0f]/gu,
  /[[({【][^\])}】]{0,40}(?:sale|off|free shipping|versand|livraison|envio|kargo|indirim|limited|new|hot|best ?seller|送料無料|新作|セール)[^\])}】]{0,40}[\])}】]/gu,
  /(?<![\p{L}\p{N}])(?:up to |bis zu )?\d{1,2}\s?%\s?(?:off|rabatt|reduction|descuento|desconto|indirim(?:li)?|オフ)?(?![\p{L}\p{N}])/gu,
  /%\s?\d{1,2}(?:\s?(?:indirim(?:li)?|off))?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:buy|get) \d(?: (?:get|and get|\+) \d)?(?: free)?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:free (?:worldwide )?(?:shipping|delivery|gift)|best[- ]?sellers?|hot sale|flash sale|big sale|last day|last chance|today only|limited (?:time|stock|offer)(?: offer)?|new arrivals?|new in|as seen on (?:tv|tiktok|instagram)|tiktok (?:viral|made me buy it)|(?:20)\d\d (?:new|edition|upgrade[d]?)|new 20\d\d|pre-?order|back in stock|almost gone|selling fast|official|authentic|trending|viral|sale|new|clearance|promo(?:tion)?|special offer|offer|deal)(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:kostenloser versand|versandkostenfrei|neuheit|neu|angebot|aktion|rabatt|reduziert|ausverkauf|bestseller|beliebt)(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:livraison (?:gratuite|offerte)|nouveaute|nouveau|nouvelle|soldes?|meilleure vente|offre speciale|exclusivite|envio gratis|nuevo|nueva|novedad|oferta|rebajas|mas vendido|frete gratis|novo|nova|lancamento|promocao|mais vendido|ucretsiz kargo|kargo bedava|yeni sezon|yeni|cok satan|indirimli|firsat|kampanya)(?![\p{L}\p{N}])/gu,
  /(?:送料無料|新作|新商品|人気|セール|期間限定|大人気|公式|正規品)/gu,
]

/** Items that every shop sells and that identify no product. */
const NOT_COMPARABLE =
  /^(?:(?:e )?gift ?(?:card|voucher|certificate)s?|geschenk(?:gutschein|karte)|gutschein|carte cadeau|tarjeta (?:de )?regalo|cartao presente|vale presente|hediye (?:karti|ceki)|(?:ex)?(?:press )?shipping(?: protection| insurance| fee)?|(?:package|order|route|delivery|shipping|parcel)(?: (?:package|order|delivery|shipping|parcel))? (?:protection|insurance|guarantee)|insurance|tip|donation|test(?: product| produkt)?|sample(?: product| pack)?|example product|mystery box|custom (?:order|product|payment)|gift (?:wrap(?:ping)?|box(?: upgrade)?|bag|note|message)|geschenkverpackung|emballage cadeau|envoltorio (?:de )?regalo|embalagem (?:de |para )?presente|hediye paketi|(?:versand|transport|paket)(?:schutz|versicherung)|trinkgeld|spende|assurance (?:colis|livraison)|protection (?:du |de )?(?:colis|livraison)|pourboire|seguro de envio|proteccion (?:de |del )?envio|propina|seguro (?:de |do )?(?:envio|frete)|protecao (?:de |do )?(?:envio|frete|pedido)|gorjeta|kargo (?:sigortasi|koruma)|bahsis|bagis|extended warranty|warranty|garantieverlangerung|service fee|handling fee|deposit|balance payment|return(?:s)? label|priority (?:processing|handling))(?: \S{0,12}){0,2}$/u

/**
 * Products that the platform puts into development shops, and the catalogue that it offers for
 * trying out themes.
 */
const SAMPLE_PRODUCTS = new Set([
  'ski wax',
  'selling plans ski wax',
  'the complete snowboard',
  'the hidden snowboard',
  'the archived snowboard',
  'the draft snowboard',
  'the minimal snowboard',
  'the out of stock snowboard',
  'the inventory not tracked snowboard',
  'the videographer snowboard',
  'the 3p fulfilled snowboard',
  'the multi location snowboard',
  'the multi managed snowboard',
  'the compare at price snowboard',
  'the collection snowboard hydrogen',
  'the collection snowboard oxygen',
  'the collection snowboard liquid',
  'ocean blue shirt',
  'classic varsity top',
  'yellow wool jumper',
  'floral white top',
  'striped silk blouse',
  'classic leather jacket',
  'dark denim top',
  'navy sports jacket',
  'soft winter jacket',
  'black leather bag',
  'zipped jacket',
  'silk summer top',
  'long sleeve cotton top',
  'chequered red shirt',
  'white cotton shirt',
  'olive green jacket',
  'blue silk tuxedo',
  'red sports tee',
  'striped skirt and top',
  'led high tops',
  'example product title',
  'your product name',
  'product title',
])
