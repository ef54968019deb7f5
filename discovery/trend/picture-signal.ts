import { stemOf } from '#discovery/trend/picture-stem.ts'

export type PictureSignal = {
  /** The supplier's file name with the size of the original: `s1a2b3c4d5:800x800`. */
  key: string
  /** A unique name: a hash, an id. Other names count only together with a title. */
  isStrong: boolean
}

type Picture = { src: string; width: number | null; height: number | null }

/** Only the first pictures show the product itself; later ones are size tables and the shop's notes. */
const MOST_PICTURES = 3
const LEAST_STEM_CHARS = 4

/** Default names from cameras, programs, themes and picture archives. */
const ANYBODYS =
  /^(?:\d{1,9}|(?:img|image|images|dsc|dscf|dscn|pxl|photo|pic|picture|screenshot|screen[-_ ]?shot|bildschirmfoto|whatsapp[-_ ]?image|untitled|unnamed|download|file|main|front|back|side|detail|cover|hero|banner|logo|icon|product|item|model|shop|store|default|new|copy|scan|mockup|render|collage|design|artboard|frame|slide|group|final|edit|web|thumbnail|thumb|size[-_ ]?(?:chart|guide|table)|chart|guide)[-_ ()\d]*)$|placeholder|no[-_]?image|sample|dummy|coming[-_]?soon|unsplash|pexels|pixabay|shutterstock|istock|adobestock|freepik|burst|^photo-\d{10,}|^pexels|mockup|size[-_]?chart|gift[-_]?card|lifestyle[-_]?\d*$|^whatsapp|^screenshot|^img[-_]|^dsc|^pxl|^canva|^chatgpt|^gemini|^dall|picker/u

/** Names from importers or suppliers: one run of mixed letters and digits, or an id in the name. */
const HASH_RUN =
  /(?:^|[-_.])(?=[0-9a-z]{9,}(?:[-_.]|$))(?=[0-9a-z]*\d[0-9a-z]*\d)(?=[0-9a-z]*[a-z])[0-9a-z]{9,}(?:[-_.]|$)/u
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/u
const LONG_NUMBER = /(?:^|[-_.])\d{12,}(?:[-_.]|$)/u

/** Signals from the addresses of a product's first pictures. Fetches no picture. */
export function pictureSignals(pictures: readonly Picture[]): PictureSignal[] {
  const signals = pictures.slice(0, MOST_PICTURES).flatMap(({ src, width, height }) => {
    const stem = stemOf(src)
    if (stem === null || stem.length < LEAST_STEM_CHARS || ANYBODYS.test(stem)) return []
    const size = width !== null && height !== null ? `${width}x${height}` : '?'
    return [{ key: `${stem}:${size}`, isStrong: isUnique(stem) }]
  })
  return [...new Map(signals.map((signal) => [signal.key, signal])).values()]
}

/** A name of digits and the first letters of the alphabet only could be a date or a count; a supplier's hash is neither. */
const isUnique = (stem: string): boolean => UUID.test(stem) || HASH_RUN.test(stem) || LONG_NUMBER.test(stem)
