export type PictureSignal = {
  /** The supplier's file name with the size of the original: `s1a2b3c4d5:800x800`. */
  key: string
  /** A unique name: a hash, an id. Other names count only together with a title. */
  isStrong: boolean
}

type Picture = { src: string; width: number | null; height: number | null }

/** Only the first pictures show the product itself; later ones are size tables and the shop's notes. */
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

/** A name of digits and the first letters of the alphabet only could be a date or a count; a supplier's hash is neither. */
const isUnique = (stem: string): boolean => UUID.test(stem) || HASH_RUN.test(stem) || LONG_NUMBER.test(stem)

const MAX_CHARS = 300
const LAST_ENDING = /\.(?:jpe?g|png|webp|avif|gif|heic|bmp|svg|tiff?)$/u
/** `_800x`, `_800x600`, `_x600`, `_grande`, `@2x`, `_crop_center`, `_progressive`: sizes as the platform writes them into a name. */
const PLATFORM_SUFFIX =
  /(?:_(?:\d{1,5}x\d{0,5}|x\d{1,5}|pico|icon|thumb|small|compact|medium|large|grande|original|master)(?:_crop_\w{1,12})?(?:@\dx)?|_crop_\w{1,12}|@\dx|\.progressive|_progressive)$/u
/** Suffixes that the platform adds to a name already in use, and that copying a file adds. */
const TAKEN_SUFFIX = /_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u
const COPY_SUFFIX = /(?:[-_ ]copy(?:[-_ ]\d)?|[-_ ]?\(\d\)|[-_]kopie|[-_]scaled)$/u
/** Suffixes of wholesale sites and marketplaces: `.jpg_640x640q90.jpg_`, `._AC_SL1500_`. */
const MARKET_SUFFIX = /(?:\.(?:jpe?g|png|webp)_[\w.]{0,40}|\._[a-z]{2}[\w,]{0,40}_?)$/u
const MAX_ROUNDS = 6

/**
 * The original file name of a picture: the last part of the address in lower case, without extension and without the suffixes that the
 * platform, marketplaces and copying add. Null for an address that has none.
 */
export function stemOf(src: string): string | null {
  const path = src.slice(0, 2_000).split(/[?#]/u, 1)[0] ?? ''
  const name = decoded(path.slice(path.lastIndexOf('/') + 1))
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
