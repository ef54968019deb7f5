/** Entries in a full tile. */
export const TILE_WIDTH = 256

/**
 * Path of a tile of entries below the log's monitoring prefix: index 1234067 is `x001/x234/067`, and a partial tile ends
 * in `.p/<width>` (c2sp.org/static-ct-api).
 * @param width 1 to 256; 256 = the full tile
 */
export function tilePath(form: 'names' | 'data', tileIndex: number, width: number = TILE_WIDTH): string {
  return `tile/${form}/${numberPath(tileIndex, width)}`
}

/** Path of a tile of hashes; level 0 holds the leaves. */
export const hashTilePath = (level: number, tileIndex: number, width: number): string =>
  `tile/${level}/${numberPath(tileIndex, width)}`

function numberPath(tileIndex: number, width: number): string {
  const groups = [String(tileIndex % 1000).padStart(3, '0')]
  for (let rest = Math.floor(tileIndex / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`)
  }
  const suffix = width < TILE_WIDTH ? `.p/${width}` : ''
  return `${groups.join('/')}${suffix}`
}

const TILE_PATH = /(?:^|\/)(?:data|names)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/\d{1,3})?$/

/** Index of the tile in a path or file name, or `null` if there is no tile. */
export function tileIndexOf(path: string): number | null {
  const digits = TILE_PATH.exec(path)?.[1]?.replaceAll(/[x/]/g, '')
  return digits === undefined ? null : Number(digits)
}
