import { hash } from 'node:crypto'
import { usDollars } from '#contracts/money.ts'
import { foldText } from '#discovery/document/fold-text.ts'
import { percentDecoded } from '#discovery/document/urls.ts'
import { isGenericProduct, productKey } from './product-key.ts'
import { STRONG_TITLE, TELLING_TITLE, titleSignal, USABLE_TITLE } from './title-signal.ts'

export type ListedProduct = {
  title: string
  vendor: string | null
  productType: string | null
  priceMinor: number | null
  currency: string | null
  images: readonly Picture[]
  options: readonly Option[]
}

/** Compared between products of different stores. */
type MatchSignals = {
  /**
   * One equal key makes two products the same, as long as their traits do not contradict. Empty =
   * never compared.
   */
  keys: string[]
  traits: MatchTraits
}

/**
 * Stored for the first product of each group; other products join only if they do not contradict
 * it.
 */
export type MatchTraits = {
  words: string[]
  apart: string[]
  usd: number | null
  kinds: OptionKind[]
}

const NOT_GOODS =
  /\b(?:gift ?cards?|digital (?:gift|product|download)|services?|insurance|shipping|donations?|gutscheine?)\b/iu

/**
 * `t` = a title that identifies one product everywhere, `p` = a picture with a unique file name,
 * and two pairs that are too weak alone: title with picture name (`n`), title with options (`s`).
 */
export function matchSignals(product: ListedProduct): MatchSignals {
  const { words, apart, weight } = titleSignal(productKey(product.title, product.vendor))
  const traits = {
    words,
    apart,
    // A price of zero carries no information.
    usd: usDollars(product.priceMinor || null, product.currency),
    kinds: optionKinds(product.options),
  }
  if (!isGoods(product)) return { keys: [], traits }
  const pictures = pictureSignals(product.images)
  const name = words.join(' ')
  const keys = pictures.flatMap(({ key, isStrong }) => (isStrong ? [`p:${key}`] : []))
  if (weight >= STRONG_TITLE) keys.push(`t:${name}`)
  if (weight >= USABLE_TITLE) {
    for (const { key, isStrong } of pictures) if (!isStrong) keys.push(`n:${name}|${key}`)
  }
  const shape = variantShape(product.options)
  if (weight >= TELLING_TITLE && shape !== null) keys.push(`s:${name}|${shape}`)
  return { keys: keys.map(shortKey), traits }
}

function isGoods({ title, vendor, productType, priceMinor }: ListedProduct): boolean {
  return priceMinor !== 0 && !NOT_GOODS.test(productType ?? '') && !isGenericProduct(title, vendor)
}

const HASH_CHARS = 22

/**
 * A short key of fixed length, because hundreds of thousands are stored: kind and 130 bits of a
 * hash.
 */
const shortKey = (key: string): string =>
  key.slice(0, 2) + hash('sha256', key, 'base64url').slice(0, HASH_CHARS)

/** One that a store shows with different products identifies no product. */
export const isPictureKey = (key: string): boolean => key.startsWith('p:')

/**
 * What a product's options choose between, according to the option names, in the languages of the
 * product.
 */
type OptionKind = 'size' | 'colour' | 'material' | 'style' | 'count' | 'scent' | 'length' | 'plug'

const WRITTEN_KINDS: [OptionKind, RegExp][] = [
  [
    'size',
    /\b(?:size|groesse|grosse|taille|talla|tamano|tamanho|beden|boyut|taglia|maat)\b|サイズ/u,
  ],
  ['colour', /\b(?:colou?r|farbe|couleur|color|cor|renk|colore|kleur)s?\b|カラー|色/u],
  [
    'material',
    /\b(?:material|fabric|stoff|matiere|tejido|tecido|kumas|materiale|materiaal)s?\b|素材/u,
  ],
  [
    'count',
    /\b(?:quantity|pack|pieces|bundle|menge|anzahl|quantite|cantidad|quantidade|adet|miktar|set)\b|数量/u,
  ],
  [
    'scent',
    /\b(?:scent|flavou?r|fragrance|duft|geschmack|parfum|gout|aroma|sabor|koku|tat)\b|香り|味/u,
  ],
  ['length', /\b(?:length|lange|longueur|largo|comprimento|uzunluk)\b/u],
  ['plug', /\b(?:plug|stecker|prise|enchufe|ships? from|versand aus)\b/u],
  [
    'style',
    /\b(?:style|type|model|design|variant|stil|typ|modell|modele|estilo|modelo|tarz)\b|タイプ/u,
  ],
]
/** Over folded text, in which `ズ` is `ス`. */
const KINDS = WRITTEN_KINDS.map(
  ([kind, pattern]) => [kind, new RegExp(foldText(pattern.source), 'u')] as const,
)

const plain = (text: string): string =>
  foldText(text.slice(0, 80).normalize('NFC')).replaceAll('ß', 'ss').trim()

type Option = { name: string; values: readonly string[] }

/** The platform gives this option to every product without options. */
const isReal = ({ values }: Option): boolean =>
  values.length > 1 || !/^default/i.test(values[0] ?? 'default')

function optionKinds(options: readonly Option[]): OptionKind[] {
  const names = options.filter(isReal).map(({ name }) => plain(name))
  return KINDS.flatMap(([kind, pattern]) =>
    names.some((name) => pattern.test(name)) ? [kind] : [],
  )
}

const SIZE_VALUE =
  /^(?:\d*x{0,4}[sml]|\d+(?:[.,]\d+)?(?: ?(?:cm|mm|in|eu|us|uk|m|l|ml|g|kg))?|one size|small|medium|large)$/u
/** Fewer values say nothing: half of all shops offer black and white. */
const MIN_VALUES = 4
const MAX_VALUES = 30

/**
 * The option values as one text, equal in shops that copied a supplier's list. Null if they say too
 * little, such as sizes, which are the same for all clothes.
 */
function variantShape(options: readonly Option[]): string | null {
  const lists = options.filter(isReal).map(({ values }) => values.slice(0, MAX_VALUES).map(plain))
  const telling = lists.filter((values) => values.some((value) => !SIZE_VALUE.test(value)))
  if (telling.reduce((sum, values) => sum + values.length, 0) < MIN_VALUES) return null
  return lists
    .map((values) => values.toSorted().join(','))
    .toSorted()
    .join('|')
}

type PictureSignal = {
  /** The supplier's file name with the size of the original: `s1a2b3c4d5:800x800`. */
  key: string
  /** A unique name: a hash, an id. Other names count only together with a title. */
  isStrong: boolean
}

type Picture = { src: string; width: number | null; height: number | null }

/**
 * Only the first pictures show the product itself; later ones are size tables and the shop's notes.
 */
const MAX_PICTURES = 3
const MIN_STEM_CHARS = 4

/** Default names from cameras, programs, themes and picture archives. */
const GENERIC_NAME =
  /^(?:\d{1,9}|(?:img|image|images|dsc|dscf|dscn|pxl|photo|pic|picture|screenshot|screen[-_ ]?shot|bildschirmfoto|whatsapp[-_ ]?image|untitled|unnamed|download|file|main|front|back|side|detail|cover|hero|banner|logo|icon|product|item|model|shop|store|default|new|copy|scan|mockup|render|collage|design|artboard|frame|slide|group|final|edit|web|thumbnail|thumb|size[-_ ]?(?:chart|guide|table)|chart|guide)[-_ ()\d]*)$|placeholder|no[-_]?image|sample|dummy|coming[-_]?soon|unsplash|pexels|pixabay|shutterstock|istock|adobestock|freepik|burst|^photo-\d{10,}|^pexels|mockup|size[-_]?chart|gift[-_]?card|lifestyle[-_]?\d*$|^whatsapp|^screenshot|^img[-_]|^dsc|^pxl|^canva|^chatgpt|^gemini|^dall|picker/u

/** Names from importers or suppliers: one run of mixed letters and digits, or an id in the name. */
const HASH_RUN =
  /(?:^|[-_.])(?=[0-9a-z]{9,}(?:[-_.]|$))(?=[0-9a-z]*\d[0-9a-z]*\d)(?=[0-9a-z]*[a-z])[0-9a-z]{9,}(?:[-_.]|$)/u
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/u
const LONG_NUMBER = /(?:^|[-_.])\d{12,}(?:[-_.]|$)/u

/** Signals from the addresses of a product's first pictures. Fetches no picture. */
export function pictureSignals(pictures: readonly Picture[]): PictureSignal[] {
  const signals = pictures.slice(0, MAX_PICTURES).flatMap(({ src, width, height }) => {
    const stem = stemOf(src)
    if (stem === null || stem.length < MIN_STEM_CHARS || GENERIC_NAME.test(stem)) return []
    const size = width !== null && height !== null ? `${width}x${height}` : '?'
    return [{ key: `${stem}:${size}`, isStrong: isUnique(stem) }]
  })
  return [...new Map(signals.map((signal) => [signal.key, signal])).values()]
}

/**
 * A name of digits and the first letters of the alphabet only could be a date or a count; a
 * supplier's hash is neither.
 */
const isUnique = (stem: string): boolean =>
  UUID.test(stem) || HASH_RUN.test(stem) || LONG_NUMBER.test(stem)

const MAX_CHARS = 300
const LAST_ENDING = /\.(?:jpe?g|png|webp|avif|gif|heic|bmp|svg|tiff?)$/u
/**
 * `_800x`, `_800x600`, `_x600`, `_grande`, `@2x`, `_crop_center`, `_progressive`: sizes as the
 * platform writes them into a name.
 */
const PLATFORM_SUFFIX =
  /(?:_(?:\d{1,5}x\d{0,5}|x\d{1,5}|pico|icon|thumb|small|compact|medium|large|grande|original|master)(?:_crop_\w{1,12})?(?:@\dx)?|_crop_\w{1,12}|@\dx|\.progressive|_progressive)$/u
/** Suffixes that the platform adds to a name already in use, and that copying a file adds. */
const TAKEN_SUFFIX = /_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u
const COPY_SUFFIX = /(?:[-_ ]copy(?:[-_ ]\d)?|[-_ ]?\(\d\)|[-_]kopie|[-_]scaled)$/u
/** Suffixes of wholesale sites and marketplaces: `.jpg_640x640q90.jpg_`, `._AC_SL1500_`. */
const MARKET_SUFFIX = /(?:\.(?:jpe?g|png|webp)_[\w.]{0,40}|\._[a-z]{2}[\w,]{0,40}_?)$/u
const MAX_ROUNDS = 6

/**
 * The original file name of a picture: the last part of the address in lower case, without
 * extension and without the suffixes that the platform, marketplaces and copying add. Null for an
 * address that has none.
 */
export function stemOf(src: string): string | null {
  const path = src.slice(0, 2_000).split(/[?#]/u, 1)[0] ?? ''
  const name = percentDecoded(path.slice(path.lastIndexOf('/') + 1))
    .toLowerCase()
    .trim()
    .slice(0, MAX_CHARS)
  let stem = name.replace(LAST_ENDING, '')
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const shorter = [PLATFORM_SUFFIX, MARKET_SUFFIX, COPY_SUFFIX, TAKEN_SUFFIX]
      .reduce(strip, stem)
      .replace(LAST_ENDING, '')
    if (shorter === stem) break
    stem = shorter
  }
  return stem === '' ? null : stem
}

/** Never strips a whole name: a name that is nothing but an id stays. */
const strip = (stem: string, suffix: RegExp): string => stem.replace(suffix, '') || stem
