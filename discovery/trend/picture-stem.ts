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
const MOST_ROUNDS = 6

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
  for (let round = 0; round < MOST_ROUNDS; round++) {
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
